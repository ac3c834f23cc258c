# Every target does its own set-up and works from a fresh clone.

DATA ?= ./data
HOST ?= 127.0.0.1
PORT ?= 8080
FILTER ?= .
SECONDS ?= 60
# More concurrent tests, each with threads of its own, would take longer.
WIDTH ?= 4
SANITIZERS ?= thread address
ROUNDS ?= 5

sources = Sources Tests Plugins Benchmarks Examples Package.swift
# A static program starts faster, uses less memory, and needs no installed Swift.
release = swift build -c release --static-swift-stdlib --product
test = Scripts/test --experimental-maximum-parallelization-width $(WIDTH)

# No test of these targets starts a program of the package.
quick = IdentityDomainTests|IdentityServiceTests|IdentityStoreTests|IdentityToolkitAPITests|OAuthAPITests|KiiAPITests|AdminAPITests|$\
	AccountPagesTests|HTTPRoutingTests|OperationsTests

# Warnings are errors here, and not in the builds of other packages (Package.swift).
quick test test-release sanitize shake lint docs soak: export CARDEA_STRICT ?= 1

.PHONY: help run quick test test-release sanitize shake lint format bench demo docs docs-serve pictures build package soak clean

help:
	@echo "make run           build the server and start it on DATA=$(DATA), HOST=$(HOST), PORT=$(PORT)"
	@echo "make quick         build the tests, and run those of rules, use cases, store and protocols; none starts cardea"
	@echo "make test          build and run every test (FILTER=... selects tests)"
	@echo "make test-release  run the end-to-end tests with optimised programs (FILTER=...)"
	@echo "make sanitize      run every test under ThreadSanitizer, then under AddressSanitizer (FILTER=..., SANITIZERS=...)"
	@echo "make shake         run every test ROUNDS=$(ROUNDS) times, with random delays of its tasks (FILTER=...)"
	@echo "make lint          check format, dependencies between modules, file sizes, words, texts and the code for Apple systems"
	@echo "make format        format every source file"
	@echo "make clean         delete the build directory"
	@echo "make bench         measure the server and the client (CARDEA_BENCH_BASELINE=... the server beside another build)"
	@echo "make demo          the sample app, against a server of its own"
	@echo "make docs          build the documentation into .build/docs"
	@echo "make docs-serve    serve it on a free port of this machine, and print the address"
	@echo "make pictures      make the pictures of the README anew, from runs of the server"
	@echo "make build         build the server alone, and print where the program is"
	@echo "make package       build a package for this Debian, its bill of materials and checksums, into .build/package"
	@echo "make soak          kills, faults, rotation, hostile clients and fuzzing, SECONDS=$(SECONDS) each (CARDEA_SEED=... repeats a schedule),"
	@echo "                   the end-to-end tests with optimised programs (make test-release),"
	@echo "                   and the package in a new Debian under systemd (as root)"

run:
	@Scripts/bootstrap run
	@$(release) cardea
	@exec "$$(swift build -c release --show-bin-path)/cardea" serve --data "$(DATA)" --host "$(HOST)" --port "$(PORT)"

# SwiftPM links all tests into one program, so all are built.
quick:
	@Scripts/bootstrap test
	@swift build --build-tests
	@$(test) --filter '($(quick))\.'

test:
	@Scripts/bootstrap test
	@Scripts/python-clients
	@swift build --build-tests
	@$(test) --filter '$(FILTER)'

# The optimiser has had bugs that no debug build shows. Programs that are not built here are those of the debug build;
# the tests in a browser and the campaign take long, and show the same with it.
test-release: FILTER = EndToEndTests
test-release:
	@Scripts/bootstrap test
	@Scripts/python-clients
	@$(release) cardea
	@$(release) session-probe
	@swift build --build-tests
	@CARDEA_PROGRAMS="$$(swift build -c release --show-bin-path)" $(test) --filter '$(FILTER)' \
		--skip 'JavaScriptSDKTests|CampaignTests'

sanitize:
	@Scripts/bootstrap test
	@Scripts/python-clients
	@for sanitizer in $(SANITIZERS); do \
		Scripts/sanitize $$sanitizer --experimental-maximum-parallelization-width $(WIDTH) --filter '$(FILTER)' \
			|| exit 1; done

shake:
	@Scripts/bootstrap test
	@Scripts/python-clients
	@swift build --build-tests
	@Scripts/shake $(ROUNDS) --experimental-maximum-parallelization-width $(WIDTH) --filter '$(FILTER)'

lint:
	@Scripts/bootstrap run
	@swift format lint --strict --recursive $(sources)
	@Scripts/check-words
	@Scripts/check-words-test
	@Scripts/security-page --check
	@swift build
	@Scripts/check-texts
	@Scripts/check-texts-test
	@swift package check-layers
	@Scripts/check-layers-test
	@Scripts/check-consumer
	@Scripts/check-surface
	@Scripts/check-apple

format:
	@swift format format --in-place --recursive $(sources)

bench:
	@Scripts/bootstrap bench
	@$(release) cardea
	@$(release) cardea-bench
	@exec "$$(swift build -c release --show-bin-path)/cardea-bench"

demo:
	@Scripts/bootstrap run
	@$(release) cardea
	@$(release) cardea-demo
	@exec Scripts/demo "$$(swift build -c release --show-bin-path)"

docs:
	@Scripts/bootstrap run
	@Scripts/docs

docs-serve:
	@[ -d .build/docs/documentation ] || $(MAKE) --no-print-directory docs
	@python3 -u -m http.server --bind 127.0.0.1 --directory .build/docs 0

pictures:
	@Scripts/bootstrap test
	@$(release) cardea
	@Scripts/pictures "$$(swift build -c release --show-bin-path)"

# Without the symbols, which are a third of it.
build:
	@Scripts/bootstrap run
	@$(release) cardea
	@mkdir -p .build/program
	@strip --strip-unneeded -o .build/program/cardea "$$(swift build -c release --show-bin-path)/cardea"
	@echo "build: $$(du -m .build/program/cardea | cut -f1) MB in .build/program/cardea"

package: build
	@Scripts/bootstrap package
	@Scripts/package

soak: package test-release
	@Scripts/bootstrap soak
	@swift build --build-tests
	@CARDEA_SOAK_SECONDS=$(SECONDS) $(test) --filter \
		'CrashTests|CampaignTests|CorpusTests|HeldConnectionTests|RotationModel'
	@Scripts/fuzz $(SECONDS)
	@Scripts/try-package

clean:
	@swift package clean
