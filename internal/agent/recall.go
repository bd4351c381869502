package agent

// Recall is a start whose words come from a snapshot: without the flags that
// policy governs, which it names, and without a kickoff that the resumed
// conversation was already given. What the notice shows and what a session
// starts both come from here.
func Recall(s Start) (recalled Start, ignored []string) {
	product := Identify(s.Argv, s.Aliases)
	if s.Kickoff && product == Claude && len(s.Argv) > 1 && s.resumes() {
		// Before the flags: one of them may take the kickoff for its value, and
		// the last word would then be another.
		s.Argv, s.Kickoff = s.Argv[:len(s.Argv)-1], false
	}
	s.Argv, ignored = StripGoverned(s.Argv, product, Snapshot)
	return s, ignored
}
