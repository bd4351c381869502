// Package policy answers "may it?" for every part of atrium: the trust ladder
// and its ceiling, deny rules, spawn right and depth. Its functions are total
// and touch nothing: an unknown keyword is the lowest posture and no zero value
// permits. It imports nothing of atrium; agent, snapshot, plan, recovery,
// session and the command line call it.
package policy

// Policy is what a session as a whole runs under, installed before its first
// pane and recorded in every snapshot.
type Policy struct {
	Deny          []string // session-wide deny entries as configured, not yet normalised
	ClaudeAliases []string // commands that are claude under another name
	BuildJobs     *int     // size of the compile pool; nil is not recorded
	MemoryMB      *int     // session memory ceiling, MB; nil is not recorded
	Trust         *Posture // session ceiling; nil is not recorded
	AllowCtl      bool     // the control plane was asked for
	MaxDepth      int64    // spawn recursion guard; Unlimited for none
	Topics        []string // declared bus topics; nil is a soft bus
}
