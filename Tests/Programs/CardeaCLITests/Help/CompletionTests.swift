import ChildProcesses
import Testing

@testable import CardeaCLI

@Suite("Completions of the shells")
struct CompletionTests {
    /// A command line that ends where the cursor is, and the completions of its last word.
    private static let lines: [(line: String, candidates: [String])] =
        groups + [
            ("cardea us", ["user"]),
            ("cardea user cr", ["create"]),
            ("cardea user create --email-v", ["--email-verified"]),
            ("cardea user create --email-verified --no-", ["--no-password"]),
            ("cardea user export --format ", ["firebase-csv", "firebase-json", "jsonl"]),
            ("cardea user export out --format js", ["jsonl"]),
            ("cardea app create Shop --kind s", ["server"]),
            ("cardea completions ", ["bash", "fish", "zsh"]),
            ("cardea project show --pro", ["--project"]),
            ("cardea user show ", []),
            ("cardea user delete user --js", ["--json"]),
            ("cardea keys rotate --re", ["--refresh-tokens", "--retire-others"]),
        ]

    /// All groups with their commands.
    private static var groups: [(line: String, candidates: [String])] {
        Program.pages.filter { !$0.commands.isEmpty }
            .map { ($0.path.joined(separator: " ") + " ", $0.commands.map(\.term)) }
    }

    @Test("bash completes commands, options and their values")
    func bash() async throws {
        var script = try await completions("bash")
        for (line, _) in Self.lines {
            let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            script += """
                COMP_WORDS=(\(words.map(\.shellQuoted).joined(separator: " "))) COMP_CWORD=\(words.count - 1)
                _cardea; echo "${COMPREPLY[*]}"

                """
        }
        // As Bash divides '--format=js'.
        script += """
            COMP_WORDS=(cardea user export --format = js) COMP_CWORD=5; _cardea; echo "${COMPREPLY[*]}"
            cd "$(mktemp -d)"; touch 'a file'; COMP_WORDS=(cardea user import a) COMP_CWORD=3; _cardea; echo "${COMPREPLY[*]}"
            COMP_WORDS=(cardea serve --config a) COMP_CWORD=3; _cardea; echo "${COMPREPLY[*]}"

            """
        // Outside of a completion, there is nothing to tell Readline.
        let outcome = try await ChildProcess.run("/bin/bash", ["-c", "compopt() { :; }\n" + script])
        #expect(outcome.errors.isEmpty && outcome.exitCode == 0, "\(outcome.errors)")
        let replies = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for (reply, expected) in zip(replies, Self.lines) {
            #expect(
                reply.split(separator: " ").map(String.init).sorted() == expected.candidates.sorted(),
                "\(expected.line)"
            )
        }
        #expect(replies.suffix(4) == ["jsonl", "a file", "a file", ""])
    }

    @Test("zsh completes commands, options and their values")
    func zsh() async throws {
        // The functions of zsh's completion system print what they would offer.
        var script = """
            compdef() { :; }
            _files() { echo FILES; }
            _describe() { local -a rows; rows=("${(@P)${@[-1]}}"); print -l -- "${(@)rows%%:*}"; }
            compadd() { shift; print -l -- "$@"; }
            compset() { word=${word#*=}; }

            """
        script += try await completions("zsh")
        for (line, _) in Self.lines {
            let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            script += """
                words=(\(words.map(\.shellQuoted).joined(separator: " "))); CURRENT=\(words.count)
                print -- ${(f)"$(_cardea)"}

                """
        }
        script += "words=(cardea serve --config a); CURRENT=4; _cardea\n"
        let directory = try TemporaryDirectory()
        let outcome = try await ChildProcess.run(
            "/usr/bin/zsh",
            ["-f", try directory.file("script.zsh", script)]
        )
        #expect(outcome.errors.isEmpty && outcome.exitCode == 0, "\(outcome.errors)")
        let replies = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for (reply, expected) in zip(replies, Self.lines) {
            // Zsh itself selects the candidates that begin with the word.
            let word = expected.line.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
            let fitting = reply.split(separator: " ").filter { $0.hasPrefix(word) }.map(String.init).sorted()
            #expect(fitting == expected.candidates.sorted(), "\(expected.line)")
        }
        #expect(replies.suffix(2) == ["FILES", ""])
    }

    @Test("fish completes commands, options and their values")
    func fish() async throws {
        var script = try await completions("fish")
        for (line, _) in Self.lines {
            script += "echo (complete -C \(line.shellQuoted) | string split -f 1 \\t)\n"
        }
        let home = try TemporaryDirectory()
        // It is longer than an argument may be.
        let outcome = try await ChildProcess.run(
            "/usr/bin/fish",
            ["--no-config", try home.file("script.fish", script)],
            environment: ["HOME": home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let replies = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for (reply, expected) in zip(replies, Self.lines) {
            let words = reply.split(separator: " ").map(String.init)
            #expect(words.sorted() == expected.candidates.sorted(), "\(expected.line)")
        }
    }

    private func completions(_ shell: String) async throws -> String {
        let printed = try await runProgram(["completions", shell])
        try #require(printed.code == 0, "\(printed.errors)")
        return printed.output
    }
}
