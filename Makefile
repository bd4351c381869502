# What can be made of atrium. `make` alone builds it.

SHELL       = bash
.SHELLFLAGS = -o pipefail -c

GO       ?= go
PREFIX   ?= /usr/local
FUZZTIME ?= 10s

# How many generated outputs make fuzz compares with another emulator.
SEQUENCES ?= 200000

# Programs that the tests host in panes or use, by command; each is also the
# name of its Debian package.
HOSTED = tmux vim less htop fzf git mc vttest npm

# Programs of the npm registry, each pinned in a folder with its lock file.
NPM_LOCKS   = $(wildcard testdata/*/package-lock.json internal/*/testdata/*/package-lock.json)
NPM_MODULES = $(NPM_LOCKS:package-lock.json=node_modules/.package-lock.json)

# The systems that are checked besides the one that builds.
OTHER_SYSTEMS = darwin windows

.PHONY: build run demo install clean test check test-deps hosted bench fuzz

build: ; $(GO) build -o bin/atrium ./cmd/atrium

# make run ARGS='claude --model opus'
run: build ; bin/atrium $(ARGS)

demo: ; $(GO) run ./internal/demo

SHARE = $(DESTDIR)$(PREFIX)/share

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install bin/atrium $(DESTDIR)$(PREFIX)/bin/atrium
	bin/atrium man $(SHARE)/man/man1
	install -d $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	bin/atrium completion bash >$(SHARE)/bash-completion/completions/atrium
	bin/atrium completion zsh >$(SHARE)/zsh/site-functions/_atrium
	bin/atrium completion fish >$(SHARE)/fish/vendor_completions.d/atrium.fish

clean: ; rm -rf bin

# Most tests of the whole program wait for it: more of them than processors run
# at a time.
test: test-deps check ; $(GO) test -race -parallel 4 ./...

check:
	@unformatted=$$(gofmt -l cmd internal bench *.go); \
	if [ -n "$$unformatted" ]; then echo "not formatted: $$unformatted; run: gofmt -w" >&2; exit 1; fi
	$(GO) vet ./...
	@for system in $(OTHER_SYSTEMS); do \
		echo "GOOS=$$system $(GO) vet ./..."; GOOS=$$system $(GO) vet ./... || exit 1; \
	done

test-deps: hosted $(NPM_MODULES)

# The race detector needs a C compiler.
hosted:
	@missing=; for p in $(HOSTED); do command -v $$p >/dev/null || missing="$$missing $$p"; done; \
	command -v gcc >/dev/null || missing="$$missing gcc libc6-dev"; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
		echo "the tests need$$missing; install them and run make again" >&2; exit 1; \
	fi; \
	apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $$missing

%/node_modules/.package-lock.json: %/package-lock.json
	cd $* && npm ci --no-progress
	@touch $@

bench: build ; $(GO) run ./bench -atrium bin/atrium

# Every fuzz target of every package, FUZZTIME each. The first command lists
# "FuzzX" lines and, after those of one package, a line "ok package time".
fuzz: test-deps
	$(GO) test -run '^TestGeneratedSequences$$' -timeout 30m ./internal/oracle -sequences $(SEQUENCES)
	@$(GO) test -list '^Fuzz' ./... \
	| awk '/^Fuzz/ { found[n++] = $$1 } /^ok/ { for (i = 0; i < n; i++) print $$2, found[i]; n = 0 }' \
	| while read -r package target; do \
		echo "fuzz $$package $$target"; \
		$(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x "$$package" || exit 1; \
	done
