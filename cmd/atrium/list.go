package main

import (
	"fmt"
	"strings"
	"time"

	"atrium/internal/recovery"
	"atrium/internal/safetext"
	"atrium/internal/store"
)

// list prints every saved session of the project. It needs no terminal and
// changes nothing.
func (a *app) list(st *store.Store) int {
	say := a.say.as("atrium recover")
	all, err := st.List(time.Now(), alive)
	if err != nil {
		return say.fail(&hinted{err, elsewhere})
	}
	var b strings.Builder
	fmt.Fprintf(&b, "project    %s\ndirectory  %s\n", safetext.Defang(st.Project()), safetext.Defang(st.Dir()))
	if len(all.Sessions) == 0 {
		b.WriteString("sessions   (none)\n")
	}
	now := time.Now().UnixMilli()
	for _, e := range all.Sessions {
		b.WriteString(listLine(e, now))
	}
	for _, u := range all.Unreadable {
		fmt.Fprintf(&b, "unreadable %s: %s\n", safetext.Defang(u.Path), safetext.Defang(u.Err.Error()))
	}
	for _, e := range all.Suspect {
		fmt.Fprintf(&b, "suspect    %s: %s\n", safetext.Defang(e.Path), safetext.Defang(e.Reason))
	}
	say.tell(b.String())
	return 0
}

// elsewhere is how to look for sessions where they can be read.
const elsewhere = "ATRIUM_STATE_DIR=PATH atrium recover --list"

func listLine(e store.Entry, now int64) string {
	trust := "-"
	if p := e.Snapshot.Policy; p != nil && p.Trust != nil {
		trust = p.Trust.String()
	}
	var roles []string
	for _, p := range e.Snapshot.Panes {
		if p.Role != nil {
			roles = append(roles, safetext.Defang(*p.Role))
		}
	}
	line := fmt.Sprintf("%-10s %4s  %d pane(s)  trust %s", e.State, recovery.Age(e.Snapshot.Meta.SavedAtMS, now), len(e.Snapshot.Panes), trust)
	if len(roles) > 0 {
		line += "  " + strings.Join(roles, ",")
	}
	return line + "  " + safetext.Defang(e.Path) + "\n"
}
