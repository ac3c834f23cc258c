import CardeaHTTPMessages

/// The option of a command that changes something for ever.
struct Confirmation {
    @Flag("Does not ask first. If the standard input is no terminal, no command asks.") var yes
}

/// A command whose effect cannot be undone: at a terminal, it asks first.
protocol IrreversibleCommand: Command {
    var confirmation: Confirmation { get }
    /// A sentence that says what will be lost; `nil` if everything can be undone.
    var loss: TerminalText? { get }
    /// The same sentence, with what the server knows.
    ///
    /// - Throws: If there is nothing to lose.
    func loss(_ console: Console) async throws -> TerminalText?
}

extension IrreversibleCommand {
    func loss(_ console: Console) async throws -> TerminalText? { loss }
}

extension Command {
    /// Asks a person at a terminal whether to do what cannot be undone.
    ///
    /// - Throws: `CommandFailure` unless the person agrees.
    func askFirst(_ console: Console) async throws {
        guard let command = self as? any IrreversibleCommand, !command.confirmation.yes, console.hasPerson,
            let loss = try await command.loss(console)
        else { return }
        console.prompt(TerminalText(lines: "\(loss.text) This cannot be undone.\nContinue? [y/N] "))
        let reply = console.readLine().map { String(decoding: $0, as: UTF8.self).lowercased() }
        guard reply == "y" || reply == "yes" else { throw CommandFailure("nothing is changed") }
    }
}
