import CardeaOperatingSystem
import Dispatch
import Glibc

/// Asks for a secret at a terminal, which does not show what is typed.
///
/// A signal that ends or stops the program restores the terminal first.
struct SecretPrompt {
    let terminal: Terminal
    let console: Console
    /// Reads a line that was typed, without its end; `nil` at the end of the input.
    let readLine: () -> [UInt8]?

    /// Asks for a new password, twice, until both are the same.
    ///
    /// - Returns: The password; empty if nothing was typed.
    func newPassword() -> [UInt8] {
        while true {
            guard let first = line("Password: "), !first.isEmpty else { return [] }
            guard let second = line("The same password again: ") else { return [] }
            if first == second { return first }
            console.prompt("The passwords are not the same. Type both again.\n")
        }
    }

    /// Asks for one line.
    ///
    /// - Returns: `nil` at the end of the input.
    func line(_ question: TerminalText) -> [UInt8]? {
        let signals = RestoringSignals(terminal) { [console] in console.prompt(question) }
        defer { signals.end() }
        terminal.showsInput = false
        console.prompt(question)
        let line = readLine()
        // The end of the input leaves the cursor behind the question.
        if line == nil { console.prompt("\n") }
        return line
    }
}

/// Signals during a prompt: each shows the input of the terminal again, and then has its usual effect.
private struct RestoringSignals {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

    private let terminal: Terminal
    private let sources: [any DispatchSourceSignal]

    /// - Parameters:
    ///   - terminal: The terminal.
    ///   - repeatPrompt: Writes the prompt again after the program was stopped and continues.
    init(_ terminal: Terminal, repeatPrompt: @escaping @Sendable () -> Void) {
        self.terminal = terminal
        // A signal that comes before its source is registered would have no effect.
        let registration = DispatchGroup()
        sources = Self.numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                terminal.showsInput = true
                guard number == SIGTSTP else {
                    signal(number, SIG_DFL)
                    kill(getpid(), number)
                    return
                }
                // It stops the process before the next line runs: the signal is for this thread.
                raise(SIGSTOP)
                terminal.showsInput = false
                repeatPrompt()
            }
            registration.enter()
            source.setRegistrationHandler { registration.leave() }
            source.activate()
            return source
        }
        registration.wait()
    }

    func end() {
        for source in sources { source.cancel() }
        terminal.showsInput = true
        for number in Self.numbers { signal(number, SIG_DFL) }
    }
}
