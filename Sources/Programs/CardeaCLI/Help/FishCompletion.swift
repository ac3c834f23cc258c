/// Writes the completions for fish.
enum FishCompletion {
    static func script(_ completions: [Completions]) -> String {
        let paths = completions.map { quoted($0.path) }.joined(separator: " ")
        let lines = completions.flatMap { command in
            let at = "complete -c cardea -n \(quoted("__cardea_at \(quoted(command.path))"))"
            return commands(command, at) + options(command, at)
        }
        return #"""
            # Completions of cardea for fish. Made by 'cardea completions fish'.
            function __cardea_at
                set -l at cardea
                set -l paths \#(paths)
                for word in (commandline -opc)[2..]
                    contains -- "$at $word" $paths; or break
                    set at "$at $word"
                end
                test "$at" = "$argv[1]"
            end
            complete -c cardea -f
            \#(lines.joined(separator: "\n"))

            """#
    }

    private static func commands(_ command: Completions, _ at: String) -> [String] {
        let arguments =
            switch command.arguments {
            case .words(let words): ["\(at) -a \(quoted(words.joined(separator: " ")))"]
            case .files: ["\(at) -F"]
            case .nothing: [String]()
            }
        return command.commands.map { "\(at) -a \($0.term) -d \(quoted($0.text))" } + arguments
    }

    private static func options(_ command: Completions, _ at: String) -> [String] {
        command.options.map { option in
            let values =
                // Own texts.
                switch command.values.first(where: { $0.option == option.term })?.candidates {
                case .words(let words): " -x -a \(quoted(words.joined(separator: " ")))"
                case .files: " -r -F"
                case .nothing: " -x"
                case nil: ""
                }
            return "\(at) -l \(option.term.dropFirst(2))\(values) -d \(quoted(option.text))"
        }
    }

    /// A text as one word of fish.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
