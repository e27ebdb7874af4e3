# antrain: setup, build, tests and installation.
#
#   make demo       deliver a reminder for a shipped program, in a temporary home directory
#   make test       run all tests, lint the format, and check the coverage of the core modules
#   make fuzz       fuzz the parsers with libFuzzer, FUZZ_SECONDS=60 per target
#   make sanitize   run the unit tests and some end-to-end tests with the address and the thread sanitizer
#   make soak       run the long versions of the tests (two to three hours): faults, power losses, simulated years, sanitizers, fuzzing
#   make deb        build a Debian package; make dist, a tarball that runs from any folder (in .build/packages)
#   make install    install into PREFIX (default ~/.local)
#   make uninstall  remove the files and folders that make install created

PREFIX ?= $(HOME)/.local
SWIFT ?= swift
export SWIFT
# Some shells do not expand the ~ in PREFIX=~/.local.
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))

.PHONY: setup test-setup build demo test soak lint coverage fuzz sanitize check-install release dist deb install uninstall clean

setup:
	@.ci/setup build

test-setup:
	@.ci/setup test

build: setup
	$(SWIFT) build
	@.ci/pin-plugins "$$($(SWIFT) build --show-bin-path)"

demo: setup
	@.ci/demo

test: test-setup lint
	@.ci/build-tests
	@$(MAKE) --no-print-directory check-install
	@.ci/test
	@.ci/coverage

soak:
	@.ci/setup soak
	@.ci/soak

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Plugins Tests Benchmarks

coverage:
	@.ci/coverage

fuzz: setup
	@.ci/fuzz

sanitize: test-setup
	@.ci/sanitize

check-install:
	@.ci/check-install

release: setup
	@.ci/build >/dev/null

install: setup
	@bin=$$(.ci/build) && .ci/install "$$bin" "$(PREFIX)"

dist: setup
	@bin=$$(.ci/build) && .ci/dist "$$bin" .build/packages

deb:
	@.ci/setup deb
	@bin=$$(.ci/build) && .ci/deb "$$bin" .build/packages

uninstall:
	@.ci/uninstall "$(PREFIX)"

clean:
	rm -rf .build
