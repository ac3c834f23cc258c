/// The help of a command or of a group of commands, before it has a form: text, manual or completions.
package struct CommandPage {
    /// The words that call it, beginning with the program's name.
    let path: [String]
    let summary: String
    let usage: String
    /// Paragraphs, and indented lines that are examples.
    let discussion: String
    /// The parameters of a command; the commands of a group.
    let sections: [HelpSection]
    /// The options of a command, for completions.
    let options: [(name: String, parameter: any Parameter)]
    /// The arguments of a command, for completions.
    let arguments: [(name: String, parameter: any Parameter)]
    /// The names and summaries of the commands of a group.
    let commands: [HelpSection.Row]

    /// The page of a group; of the program, if the path has one word.
    init(_ path: [String], summary: String, _ nodes: [CommandNode]) {
        let program = path.joined(separator: " ")
        self.path = path
        self.summary = summary
        usage = "\(program) <command> [options]"
        commands = nodes.map { HelpSection.Row($0.name, $0.summary) }
        sections = [HelpSection("Commands", commands)]
        let hint = "'\(program) <command> --help' shows the help of a command."
        discussion = path.count == 1 ? hint + "\n\n" + Self.exitCodes : hint
        options = []
        arguments = []
    }

    static let exitCodes =
        """
        The exit code is 0 for success, 1 for a failure, 2 for an invalid command line or configuration, and 3 if 'check' \
        finds damaged data.
        """

    /// The page of a command.
    init(_ path: [String], _ command: any Command.Type) {
        let parameters = ParameterList(of: command.init())
        self.path = path
        summary = command.summary
        discussion = command.discussion
        usage = (path + parameters.arguments.map(Self.usage) + ["[options]"]).joined(separator: " ")
        let arguments = parameters.arguments.map { HelpSection.Row($0.name, Self.help($0.parameter)) }
        let options = parameters.options.map { name, parameter in
            HelpSection.Row(name + Self.placeholder(parameter), Self.help(parameter))
        }
        sections =
            [
                HelpSection("Arguments", arguments),
                HelpSection("Options", options + [.init("--help", "Shows this text.")]),
            ].filter { !$0.rows.isEmpty } + command.topics
        self.options = parameters.options
        self.arguments = parameters.arguments
        commands = []
    }

    /// The pages of a program: its own, then those of all groups and commands.
    static func all(_ program: String, summary: String, _ nodes: [CommandNode]) -> [CommandPage] {
        [CommandPage([program], summary: summary, nodes)] + pages(of: nodes, under: [program])
    }

    private static func pages(of nodes: [CommandNode], under path: [String]) -> [CommandPage] {
        nodes.flatMap { node -> [CommandPage] in
            let path = path + [node.name]
            switch node {
            case .command(let command): return [CommandPage(path, command)]
            case .group(_, let summary, let nested):
                return [CommandPage(path, summary: summary, nested)] + pages(of: nested, under: path)
            }
        }
    }

    private static func usage(name: String, of parameter: any Parameter) -> String {
        guard case .argument(let isRequired, let repetition) = parameter.kind else { return name }
        return repetition ?? (isRequired ? name : "[\(name)]")
    }

    private static func placeholder(_ parameter: any Parameter) -> String {
        if case .option(let value) = parameter.kind { " " + value } else { "" }
    }

    private static func help(_ parameter: any Parameter) -> String {
        guard let value = parameter.defaultText else { return parameter.help }
        return "\(parameter.help.dropLast()) (default: \(value))."
    }
}

/// A table of the help: terms with their explanations, under a title.
package struct HelpSection {
    package struct Row {
        let term: String
        let text: String

        package init(_ term: String, _ text: String) {
            self.term = term
            self.text = text
        }
    }

    let title: String
    let rows: [Row]

    package init(_ title: String, _ rows: [Row]) {
        self.title = title
        self.rows = rows
    }
}
