/// Writes the completions for bash.
enum BashCompletion {
    static func script(_ completions: [Completions]) -> String {
        #"""
        # Completions of cardea for bash. Made by 'cardea completions bash'.
        _cardea() {
            local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} at=cardea index commands options
            local arguments
            COMPREPLY=()
            # Bash makes a word of the '=' in '--option=value'.
            if [[ $word == = ]]; then
                word=
            elif [[ $previous == = ]]; then
                previous=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            for ((index = 1; index < COMP_CWORD; index++)); do
                _cardea_commands "$at"
                [[ " $commands " == *" ${COMP_WORDS[index]} "* ]] || break
                at+=" ${COMP_WORDS[index]}"
            done
            _cardea_commands "$at"
            case "$at $previous" in
        \#(values(completions))
            esac
            if [[ $word == -* ]]; then
                COMPREPLY=($(compgen -W "$options" -- "$word"))
            elif [[ $arguments == FILES ]]; then
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen -f -- "$word")
            else
                COMPREPLY=($(compgen -W "$commands $arguments" -- "$word"))
            fi
        }

        # The commands, the options and the arguments behind a command.
        _cardea_commands() {
            commands= options= arguments=
            case $1 in
        \#(completions.map(commands).joined(separator: "\n"))
            esac
        }
        complete -F _cardea cardea

        """#
    }

    private static func commands(_ command: Completions) -> String {
        let names = command.commands.map(\.term).joined(separator: " ")
        let options = command.options.map(\.term).joined(separator: " ")
        let arguments =
            switch command.arguments {
            case .words(let words): words.joined(separator: " ")
            case .files: "FILES"
            case .nothing: ""
            }
        let parts = [("commands", names), ("options", options), ("arguments", arguments)]
        let settings = parts.filter { !$1.isEmpty }.map { "\($0)=\($1.shellQuoted)" }
        return "    \(command.path.shellQuoted)) \(settings.joined(separator: " ")) ;;"
    }

    /// The cases of options that have a value.
    private static func values(_ completions: [Completions]) -> String {
        completions.flatMap { command in
            command.values.map { option, candidates in
                let reply =
                    switch candidates {
                    case .words(let words):
                        "COMPREPLY=($(compgen -W \(words.joined(separator: " ").shellQuoted) -- \"$word\"))"
                    case .files: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
                    case .nothing: ":"
                    }
                return "    \("\(command.path) \(option)".shellQuoted)) \(reply); return ;;"
            }
        }
        .joined(separator: "\n")
    }
}
