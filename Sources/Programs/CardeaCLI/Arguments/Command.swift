/// A command of the program: its properties are its options, `run` does the work.
///
///     struct Greet: Command {
///         static let name = "greet"
///         static let summary = "Says hello."
///
///         @Option("Whom to greet.", value: "NAME") var whom = "you"
///
///         func run(_ console: Console) async throws { console.print("Hello, \(whom)") }
///     }
package protocol Command {
    /// The word that calls it.
    static var name: String { get }
    /// One sentence for lists of commands.
    static var summary: String { get }
    /// More about it, shown by its help.
    static var discussion: String { get }
    /// Tables that its help shows below the options.
    static var topics: [HelpSection] { get }

    init()

    func run(_ console: Console) async throws
}

extension Command {
    package static var discussion: String { "" }
    package static var topics: [HelpSection] { [] }
}

/// A node of the tree of commands.
package enum CommandNode {
    case command(any Command.Type)
    /// Commands under a common word.
    case group(name: String, summary: String, [CommandNode])

    package var name: String {
        switch self {
        case .command(let command): command.name
        case .group(let name, _, _): name
        }
    }

    package var summary: String {
        switch self {
        case .command(let command): command.summary
        case .group(_, let summary, _): summary
        }
    }
}

/// An invalid command line: one line for a person; the exit code is 2.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
