/// The words that a shell can complete behind a command.
struct Completions {
    /// The words that call the command, such as `cardea user create`.
    let path: String
    /// The names and summaries of the commands of a group.
    let commands: [HelpSection.Row]
    /// The names and explanations of the options.
    let options: [HelpSection.Row]
    /// The options that have a value.
    let values: [(option: String, candidates: Candidates)]
    /// The candidates for the arguments.
    let arguments: Candidates

    enum Candidates: Equatable {
        case words([String])
        case files
        case nothing

        /// The candidates for the value of a parameter.
        ///
        /// The placeholder of an option, or the name of an argument, says that it names a file.
        fileprivate init(_ parameter: any Parameter, placeholder: String) {
            let names: Set = ["FILE", "DIR", "DIRECTORY", "TEXT", "VALUE"]
            if !parameter.choices.isEmpty {
                self = .words(parameter.choices)
            } else {
                // Own texts.
                self = names.contains(placeholder) ? .files : .nothing
            }
        }
    }

    init(_ page: CommandPage) {
        path = page.path.joined(separator: " ")
        commands = page.commands
        let help = HelpSection.Row("--help", "Shows the help.")
        options = page.options.map { HelpSection.Row($0.name, $0.parameter.help) } + [help]
        values = page.options.compactMap { name, parameter in
            guard case .option(let placeholder) = parameter.kind else { return nil }
            return (name, Candidates(parameter, placeholder: placeholder))
        }
        let kinds = page.arguments.map { Candidates($0.parameter, placeholder: $0.name) }
        let words = kinds.flatMap { kind -> [String] in if case .words(let words) = kind { words } else { [] }
        }
        arguments = !words.isEmpty ? .words(words) : kinds.contains(.files) ? .files : .nothing
    }
}

/// A shell that completes command lines.
enum CompletingShell: String, CaseIterable, ArgumentValue {
    case bash, zsh, fish

    /// The script that completes the command lines of a program.
    func script(_ pages: [CommandPage]) -> String {
        let completions = pages.map(Completions.init)
        return switch self {
        case .bash: BashCompletion.script(completions)
        case .zsh: ZshCompletion.script(completions)
        case .fish: FishCompletion.script(completions)
        }
    }
}

extension String {
    /// The text as one word of a POSIX shell.
    var shellQuoted: String { "'" + replacing("'", with: #"'\''"#) + "'" }
}
