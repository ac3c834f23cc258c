import CardeaHTTPMessages

/// The option of a command that changes something for ever.
struct Confirmation {
    @Flag("Does not ask first. Without a terminal, no command asks.") var yes
}

/// A command whose effect cannot be undone: at a terminal, it asks first.
protocol IrreversibleCommand: Command {
    var confirmation: Confirmation { get }
    /// A sentence that says what will be lost; `nil` if everything can be undone.
    var loss: TerminalText? { get }
}

extension Command {
    /// Asks a person at a terminal whether to do what cannot be undone.
    ///
    /// - Throws: `CommandFailure` unless the person agrees.
    func askFirst(_ console: Console) throws(CommandFailure) {
        guard let command = self as? any IrreversibleCommand, !command.confirmation.yes,
            let loss = command.loss, console.hasPerson
        else { return }
        console.printError("\(loss.text) This cannot be undone.")
        console.prompt("Continue? [y/N] ")
        let reply = console.readLine().map { String(decoding: $0, as: UTF8.self).lowercased() }
        guard reply == "y" || reply == "yes" else { throw CommandFailure("nothing is changed") }
    }
}
