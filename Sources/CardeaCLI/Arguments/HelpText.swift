/// Writes the help of a command or of a group of commands.
enum HelpText {
    static func group(_ path: [String], summary: String, _ nodes: [CommandNode]) -> String {
        let program = path.joined(separator: " ")
        return """
            \(summary)

            Usage: \(program) <command> [options]

            Commands:
            \(table(nodes.map { ($0.name, $0.summary) }))

            '\(program) <command> --help' shows the help of a command.\(path.count == 1 ? "\n" + exitCodes : "")
            """
    }

    private static let exitCodes =
        "The exit code is 0 for success, 1 for a failure, and 2 for an invalid command line or configuration."

    static func command(_ path: [String], _ command: any Command.Type) -> String {
        let parameters = ParameterList(of: command.init())
        let arguments = parameters.arguments.map { name, parameter in
            if case .argument(isRequired: true) = parameter.kind { name } else { "[\(name)]" }
        }
        let options = parameters.options.map { ($0.name + placeholder($0.parameter), help($0.parameter)) }
        var sections = [
            command.summary,
            "Usage: " + (path + arguments + ["[options]"]).joined(separator: " "),
        ]
        if !command.discussion.isEmpty { sections.append(command.discussion) }
        if !arguments.isEmpty {
            sections.append("Arguments:\n" + table(parameters.arguments.map { ($0.name, $0.parameter.help) }))
        }
        sections.append("Options:\n" + table(options + [("--help", "Shows this text.")]))
        return sections.joined(separator: "\n\n")
    }

    private static func placeholder(_ parameter: any Parameter) -> String {
        if case .option(let value) = parameter.kind { " " + value } else { "" }
    }

    private static func help(_ parameter: any Parameter) -> String {
        guard let value = parameter.defaultText else { return parameter.help }
        return "\(parameter.help.dropLast()) (default: \(value))."
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { name, text in
            "  " + name + String(repeating: " ", count: width - name.count + 2) + text
        }
        .joined(separator: "\n")
    }
}
