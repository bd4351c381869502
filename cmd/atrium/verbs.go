package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"atrium/internal/config"
	"atrium/internal/policy"
)

const helpText = `usage: atrium [flags] [command [arguments]]
       atrium recover [--list | --snapshot PATH] [flags]

atrium hosts coding agents and shells in windows and split panes, and brings
the session back after a crash: same windows, panes, directories, commands and
conversations, after one question that shows what would run. Without a command
it hosts your shell. Everything from the first word that is no flag of atrium
belongs to the command.

flags:
  -I, --identity NAME      credential identity of the session's agent panes
      --trust [POLICY]     what agents may do without asking, at most: default,
                           plan, accept, automode, skip (bare: accept)
      --skip-permissions   the same as --trust skip
  -n N                     start with N panes (a multiple of 2)
      --grid RxC           start with R rows of C panes
      --allow-ctl          record that the control plane is wanted
      --max-depth N        how deep agents may spawn agents (0: no limit)
      --foreground         one process that ends with its terminal (as now always)
      --stdin-probe        print in hex what the terminal sends for 3 seconds
  -V, --version            print the version
  -h, --help               print this

commands:
  recover                  choose a saved session and resume it
  config                   the configuration file: its path and its reference
  completion SHELL         completion script for bash, zsh, fish or powershell
  man DIR                  write the manual pages into DIR

keys: Ctrl+A, then c new window, " and % split, arrows move, z zoom, x close,
      q quit, ? all keys
exit: 0 success or a deliberate no, 1 an error; that of the command when it was
      the only pane and failed at once
`

const recoverHelp = `usage: atrium recover [--list | --snapshot PATH] [--trust [POLICY]]
                      [--skip-permissions] [--allow-ctl] [--max-depth N]

Resumes the newest session of this directory that does not run, after showing
what would be started and asking once. What is not given comes back as it was.

      --list               print the saved sessions and change nothing
      --snapshot PATH      resume this file
      --trust [POLICY]     the ceiling, instead of the recorded one
      --skip-permissions   the same as --trust skip
      --allow-ctl          turn the control plane on
      --max-depth N        instead of the recorded one
  -h, --help               print this

exit: 0 resumed and ended, declined, or nothing to resume; 1 refused or failed
`

// verbs are the words that, as the first one, are never a command to host.
func (a *app) verbs() map[string]func() int {
	verbs := map[string]func() int{
		"recover": func() int {
			if wantsHelp(a.args[1:]) {
				a.say.tell(recoverHelp)
				return 0
			}
			return a.recover(a.args[1:])
		},
	}
	for _, name := range []string{"completion", "man", "config", "__complete", "__completeNoDesc"} {
		verbs[name] = a.cobra
	}
	verbs["help"] = a.help
	for verb, what := range map[string]string{
		"fleet": "fleets are", "up": "fleets are", "ctl": "the control plane is",
		"reap": "the sweep for orphans is", "attach": "detaching is", "ls": "detaching is", "end": "detaching is",
	} {
		verbs[verb] = func() int {
			return a.say.fail(usage("atrium -- "+verb+", to host a program of that name", "%s not part of this version", what))
		}
	}
	return verbs
}

func wantsHelp(args []string) bool {
	for _, arg := range args {
		if arg == "--help" || arg == "-h" {
			return true
		}
	}
	return false
}

// cobra runs the verbs that need no session: what it knows of the command line
// is for completion and manual pages; hosting parses its flags itself, since a
// hosted command's flags are never ours.
func (a *app) cobra() int {
	root := a.commands()
	root.SetArgs(a.args)
	root.SetOut(a.say.out)
	root.SetErr(a.say.err)
	err := root.Execute()
	if h, ok := err.(*hinted); ok {
		return a.say.fail(h)
	}
	if err != nil {
		return a.say.fail(usage("atrium --help", "%v", err))
	}
	return 0
}

// help shows what there is to say of the verb in its words, or of atrium.
func (a *app) help() int {
	root := a.commands()
	root.SetOut(a.say.out)
	c, rest, err := root.Find(a.args[1:])
	if err != nil || len(rest) > 0 {
		return a.say.fail(usage("atrium --help", "there is no help on %q", strings.Join(a.args[1:], " ")))
	}
	if err := c.Help(); err != nil {
		return a.say.fail(err)
	}
	return 0
}

// onlyWithin makes a command that only holds others refuse a word that is none
// of them; without one it shows what there is.
func onlyWithin(c *cobra.Command) {
	c.Args = cobra.ArbitraryArgs
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return c.Help()
		}
		return usage(c.CommandPath()+" --help", "%q is no part of %s", args[0], c.CommandPath())
	}
}

func (a *app) commands() *cobra.Command {
	root := &cobra.Command{
		Use:           "atrium [flags] [command [arguments]]",
		Short:         "host coding agents and shells, and bring them back after a crash",
		SilenceErrors: true, SilenceUsage: true,
		Run: func(*cobra.Command, []string) { a.say.tell(helpText) },
	}
	f := root.Flags()
	f.SetInterspersed(false)
	f.StringP("identity", "I", "", "credential identity of the session's agent panes")
	f.String("trust", "", "ceiling: default, plan, accept, automode or skip")
	f.Bool("skip-permissions", false, "the same as --trust skip")
	f.IntP("n", "n", 0, "start with N panes")
	f.Lookup("n").Hidden = true // it has no long form to complete
	f.String("grid", "", "start with RxC panes")
	f.Bool("allow-ctl", false, "record that the control plane is wanted")
	f.Int("max-depth", 6, "how deep agents may spawn agents")
	f.Bool("foreground", false, "one process that ends with its terminal")
	f.Bool("stdin-probe", false, "print what the terminal sends")
	f.BoolP("version", "V", false, "print the version")
	root.AddCommand(a.recoverCommand(), a.manCommand(), a.configCommand())
	root.InitDefaultCompletionCmd(a.args...)
	for _, c := range root.Commands() {
		if c.HasSubCommands() {
			onlyWithin(c)
		}
	}
	completePostures(root)
	inherited := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		if c == root {
			a.say.tell(helpText)
			return
		}
		inherited(c, args)
	})
	return root
}

func (a *app) recoverCommand() *cobra.Command {
	c := &cobra.Command{Use: "recover", Short: "choose a saved session and resume it", Run: func(*cobra.Command, []string) {}}
	c.SetHelpFunc(func(*cobra.Command, []string) { a.say.tell(recoverHelp) })
	c.Flags().Bool("list", false, "print the saved sessions")
	c.Flags().String("snapshot", "", "resume this file")
	c.Flags().String("trust", "", "the ceiling, instead of the recorded one")
	c.Flags().Bool("skip-permissions", false, "the same as --trust skip")
	c.Flags().Bool("allow-ctl", false, "turn the control plane on")
	c.Flags().Int("max-depth", 6, "instead of the recorded one")
	completePostures(c)
	return c
}

// completePostures offers the rungs of the ladder after --trust.
func completePostures(c *cobra.Command) {
	var ladder []cobra.Completion
	for p := policy.Default; p <= policy.Skip; p++ {
		ladder = append(ladder, p.String())
	}
	if err := c.RegisterFlagCompletionFunc("trust", cobra.FixedCompletions(ladder, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder)); err != nil {
		panic(err) // the flag was not defined before
	}
}

func (a *app) configCommand() *cobra.Command {
	c := &cobra.Command{Use: "config", Short: "the configuration file: its path, its reference, a check, a first one"}
	c.AddCommand(
		&cobra.Command{Use: "path", Short: "print where the configuration file is looked for", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				path := config.Path(a.env)
				if path == "" {
					return errNoPlace
				}
				a.say.tell(filepath.Clean(path) + "\n")
				return nil
			}},
		&cobra.Command{Use: "reference", Short: "print every key and variable", Args: cobra.NoArgs,
			Run: func(*cobra.Command, []string) { a.say.tell(config.Reference()) }},
		a.configInitCommand(),
		&cobra.Command{Use: "check", Short: "read the configuration file and say what is wrong", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				c, err := config.Load(a.env, readConfig)
				if err != nil {
					return configError(err)
				}
				for _, w := range c.Warnings {
					a.say.note("%s", w)
				}
				return nil
			}},
	)
	return c
}

// configInitCommand writes a file to begin with, and never over one.
func (a *app) configInitCommand() *cobra.Command {
	c := &cobra.Command{Use: "init", Short: "write a configuration file to begin with", Args: cobra.NoArgs}
	at := c.Flags().String("at", "", "write it to this path")
	c.RunE = func(*cobra.Command, []string) error {
		path := *at
		if path == "" {
			path = config.Path(a.env)
		}
		if path == "" {
			return &hinted{errNoPlace, "atrium config init --at PATH"}
		}
		if err := writeNew(path, config.Template()); err != nil {
			return err
		}
		a.say.tell(filepath.Clean(path) + "\n")
		return nil
	}
	return c
}

var errNoPlace = errors.New("there is no place for it: neither ATRIUM_CONFIG, XDG_CONFIG_HOME nor HOME is set")

// writeNew makes a file that must not be there yet.
func writeNew(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("the configuration file was not written: %w", err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return &hinted{fmt.Errorf("there is a file at %q already", path), "atrium config check"}
	}
	if err == nil {
		_, err = f.WriteString(text)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("the configuration file was not written: %w", err)
	}
	return nil
}

// configError is a mistake in the configuration with what to write instead.
func configError(err error) error {
	if e, ok := err.(*config.Error); ok {
		return &hinted{e, e.Hint}
	}
	return err
}
