import CardeaSettings

/// Finds the command that was typed and fills in its parameters.
///
/// Options may be anywhere after the command: `--name value` or `--name=value`; `--` ends them. A negative number is no
/// option.
package struct CommandLineParser {
    package enum Outcome {
        case run(any Command)
        case help(CommandPage)
    }

    private let program: String
    private let summary: String
    private let nodes: [CommandNode]
    /// Options that stand for a command, each with its name.
    private let commandOptions: [String: String]

    package init(
        program: String,
        summary: String,
        commandOptions: [String: String] = [:],
        _ nodes: [CommandNode]
    ) {
        self.program = program
        self.summary = summary
        self.commandOptions = commandOptions
        self.nodes = nodes
    }

    /// Understands what was typed, without the name of the program.
    package func parse(_ words: [String]) throws(UsageError) -> Outcome {
        // Own texts.
        if words.count == 1, let command = commandOptions[words[0]] { return try parse([command]) }
        if words.first == "help" {
            let found = try find(words.dropFirst())
            guard found.rest.isEmpty else { throw unknown(found.rest.first, after: found) }
            return .help(help(on: found))
        }
        let found = try find(words[...])
        guard case .command(let type)? = found.node else {
            let word = found.rest.first
            if word == nil || word == "--help" || word == "-h" { return .help(help(on: found)) }
            throw unknown(word, after: found)
        }
        let command = type.init()
        let parameters = ParameterList(of: command)
        guard try fill(parameters, from: found.rest, of: found.path) else { return .help(help(on: found)) }
        return .run(command)
    }

    /// The pages of the program, of its groups and of its commands.
    var pages: [CommandPage] { CommandPage.all(program, summary: summary, nodes) }

    private typealias Found = (
        path: [String], node: CommandNode?, choices: [CommandNode], rest: ArraySlice<String>
    )

    /// Follows the words down the tree as far as they are names of commands.
    private func find(_ words: ArraySlice<String>) throws(UsageError) -> Found {
        var (path, node, rest, choices) = ([program], CommandNode?.none, words, nodes)
        // Own texts.
        while let word = rest.first, let next = choices.first(where: { $0.name == word }) {
            path.append(word)
            rest = rest.dropFirst()
            node = next
            guard case .group(_, _, let nested) = next else {
                choices = []
                break
            }
            choices = nested
        }
        return (path, node, choices, rest)
    }

    private func help(on found: Found) -> CommandPage {
        switch found.node {
        case nil: CommandPage(found.path, summary: summary, nodes)
        case .group(_, let summary, let nested): CommandPage(found.path, summary: summary, nested)
        case .command(let command): CommandPage(found.path, command)
        }
    }

    private func unknown(_ word: String?, after found: Found) -> UsageError {
        let word = word ?? ""
        let isOption = word.hasPrefix("-")
        let options = found.node == nil ? Array(commandOptions.keys) : []
        let known = isOption ? options + ["--help"] : found.choices.map(\.name)
        return unknown(isOption ? "option" : "command", word, among: known, path: found.path)
    }

    /// The error for an unknown word: it names the known word that is meant, or the help.
    private func unknown(_ kind: String, _ word: String, among known: [String], path: [String]) -> UsageError
    {
        let guess = Suggestion.nearest(to: word, among: known)
        let hint = guess.map { "did you mean '\($0)'?" } ?? "see '\(path.joined(separator: " ")) --help'"
        return UsageError("unknown \(kind) '\(word)'; \(hint)")
    }

    /// - Returns: Whether the command runs; otherwise its help is shown.
    private func fill(
        _ parameters: ParameterList,
        from words: ArraySlice<String>,
        of path: [String]
    ) throws(UsageError) -> Bool {
        var words = words
        var open = parameters.arguments[...]
        var takesOptions = true
        while let word = words.popFirst() {
            if takesOptions, word == "--" {
                takesOptions = false
            } else if takesOptions, word == "--help" || word == "-h" {
                return false
            } else if takesOptions, word.hasPrefix("-"), word != "-", Int(word) == nil {
                try fillOption(word, parameters, &words, path)
            } else if let argument = open.first {
                try give(word, to: argument.parameter, named: argument.name)
                if !argument.parameter.isRepeated { open.removeFirst() }
            } else {
                throw UsageError("unexpected argument '\(word)'; see '\(path.joined(separator: " ")) --help'")
            }
        }
        if let argument = open.first, argument.parameter.isRequired, !argument.parameter.isGiven {
            throw UsageError("\(argument.name) is missing; see '\(path.joined(separator: " ")) --help'")
        }
        return true
    }

    private func fillOption(
        _ word: String,
        _ parameters: ParameterList,
        _ words: inout ArraySlice<String>,
        _ path: [String]
    ) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let (name, attached) = (String(parts[0]), parts.dropFirst().first.map(String.init))
        guard let option = parameters.option(name) else {
            throw unknown("option", name, among: parameters.options.map(\.name) + ["--help"], path: path)
        }
        guard !option.isGiven else { throw UsageError("\(name) is given twice") }
        if case .flag = option.kind {
            guard attached == nil else { throw UsageError("\(name) takes no value") }
            return try give("true", to: option, named: name)
        }
        guard let value = attached ?? words.popFirst() else { throw UsageError("\(name) needs a value") }
        try give(value, to: option, named: name)
    }

    private func give(_ text: String, to parameter: any Parameter, named name: String) throws(UsageError) {
        guard let expectation = parameter.take(text) else { return }
        throw UsageError("\(name): '\(text)' is not \(expectation)")
    }
}
