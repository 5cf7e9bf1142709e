# One line per verb; `make help` lists them.
SHELL := bash
PREFIX ?= /usr/local
ARGS ?=
SHARE = $(DESTDIR)$(PREFIX)/share/headless-playback
RELEASE := -c release --product playctl $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)
# The assets, without the scripts that make them.
SAMPLES := $(filter-out %.md %/make %/making,$(wildcard Samples/Media/*))
SWIFT_FOLDERS := $(wildcard Sources Tests Samples Benchmarks Snippets Fuzz)

.PHONY: help play test test-real honest lint api docs bench fuzz truth mutations branch-mutants sanitize samples \
	dockerfile check install uninstall release dependencies test-dependencies bench-dependencies
.DEFAULT_GOAL := help

help: ## Lists the verbs
	@sed -nE 's/^([a-z-]+):[^#]*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 23
play: dependencies ## Plays the bundled sample and shows its callbacks (ARGS="--help" for more)
	@# FirstLook is playctl with this one verb. The release configuration compiles each module as a
	@# whole, which is faster for a first build.
	@Scripts/revision && swift build -c release -Xswiftc -Onone --product FirstLook \
		--scratch-path .build/play -debug-info-format none >&2
	@.build/play/release/FirstLook play $(ARGS)
	@echo "This build has only 'play' and is not optimized; 'make release' builds the complete," \
		"optimized .build/release/playctl." >&2
release: dependencies ## Builds the optimized playctl, .build/release/playctl
	@Scripts/revision && swift build $(RELEASE) >&2
test: test-dependencies ## Builds without a warning and runs the tests that need no real time
	Scripts/test quick $(ARGS)
test-real: test-dependencies ## Runs the slow tests: with other tools, browsers, servers and killed processes
	Scripts/test real $(ARGS)
honest: test-dependencies ## Removes each part of the samples in turn and shows which removals are found (ARGS=NUMBER for some)
	Scripts/build-tests && \
		HONEST=$(or $(ARGS),all) Scripts/run-tests --disable-xctest --filter HonestyTests
lint: ## Checks the layout of the Swift files
	swift format lint --strict --recursive --parallel $(SWIFT_FOLDERS) Package.swift
api: test-dependencies ## Renews the listings of public declarations in Documentation/API
	Scripts/build-tests && RECORD_API=1 Scripts/run-tests --disable-xctest \
		--filter PublicInterfaceTests
docs: test-dependencies ## Builds the documentation into .build/documentation
	Scripts/documentation
bench: bench-dependencies ## Compares speed and memory with ffmpeg, ffprobe, cat, curl and yt-dlp
	Benchmarks/run $(ARGS)
fuzz: dependencies ## Feeds broken input to the parsers, for a minute each (ARGS=SECONDS)
	Fuzz/run $(or $(ARGS),60)
truth: release ## Compares the profiles with Chromium, GStreamer and mpv in real time (ARGS=PLAYERS)
	Scripts/truth $(ARGS)
mutations: test-dependencies ## Runs every command on broken inputs (ARGS=COUNT for each of them)
	Scripts/build-tests && PLAYCTL_MUTATIONS=$(or $(ARGS),360) Scripts/run-tests \
		--disable-xctest --filter MutatedInputTests
branch-mutants: test-dependencies ## Shows that tests cover every branch of the playback machine (ARGS="--tests FOLDER FILE...")
	Scripts/branch-mutants $(ARGS)
sanitize: test-dependencies ## Runs the tests that do not wait under the thread and the address sanitizer (ARGS="address SUITE...")
	Scripts/sanitize $(ARGS)
samples: dependencies ## Builds and runs the packages in Samples, which depend on this one
	swift run --package-path Samples/ProtectedPlayback ProtectedPlayback $(ARGS)
	swift run --package-path Samples/OfflinePlayback OfflinePlayback
dockerfile: ## Does what 'docker build' would do, without Docker (as root, with debootstrap)
	Scripts/check-dockerfile
check: lint test test-real docs ## Everything that must hold before a merge
install: release ## Installs playctl and the samples below PREFIX (/usr/local)
	install -d "$(SHARE)/Samples" "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 .build/release/playctl "$(DESTDIR)$(PREFIX)/bin/playctl"
	cp -R $(SAMPLES) "$(SHARE)/Samples/"
	Scripts/install-manual "$(DESTDIR)$(PREFIX)"
uninstall: ## Removes what 'make install' installed below PREFIX (/usr/local)
	rm -rf "$(SHARE)"
	rm -f $(addprefix "$(DESTDIR)$(PREFIX)"/,bin/playctl share/man/man1/playctl.1 \
		share/bash-completion/completions/playctl share/zsh/site-functions/_playctl \
		share/fish/vendor_completions.d/playctl.fish)
dependencies:
	@Scripts/install-dependencies
test-dependencies:
	@Scripts/install-dependencies tests
bench-dependencies:
	@Scripts/install-dependencies benchmarks
