/// Writes the completions for zsh.
enum ZshCompletion {
    static func script(_ completions: [Completions]) -> String {
        #"""
        #compdef cardea
        # Completions of cardea for zsh. Made by 'cardea completions zsh'.
        _cardea() {
            local word=${words[CURRENT]} previous=${words[CURRENT - 1]} at=cardea index arguments
            local -a commands options
            if [[ $word == --*=* ]]; then
                previous=${word%%=*}
                compset -P '*='
            fi
            for ((index = 2; index < CURRENT; index++)); do
                _cardea_commands "$at"
                (( ${commands[(I)${(b)words[index]}:*]} )) || break
                at+=" ${words[index]}"
            done
            _cardea_commands "$at"
            case "$at $previous" in
        \#(values(completions))
            esac
            if [[ $word == -* ]]; then
                _describe -o option options
            elif [[ $arguments == FILES ]]; then
                _files
            elif [[ -n $arguments ]]; then
                compadd -- ${=arguments}
            elif (( $#commands )); then
                _describe command commands
            fi
        }

        # The commands, the options and the arguments behind a command.
        _cardea_commands() {
            commands=() options=() arguments=
            case $1 in
        \#(completions.map(commands).joined(separator: "\n"))
            esac
        }
        if [[ $funcstack[1] == _cardea ]]; then
            _cardea "$@"
        else
            compdef _cardea cardea
        fi

        """#
    }

    private static func commands(_ command: Completions) -> String {
        let arguments =
            switch command.arguments {
            case .words(let words): "        arguments=\(words.joined(separator: " ").shellQuoted)"
            case .files: "        arguments=FILES"
            case .nothing: ""
            }
        let lines =
            ["    (\(command.path.shellQuoted))"]
            + (command.commands.isEmpty ? [] : ["        commands=(\(rows(command.commands)))"])
            + ["        options=(\(rows(command.options)))"]
            + (arguments.isEmpty ? [] : [arguments])
        return lines.joined(separator: "\n") + " ;;"
    }

    /// The elements of an array for `_describe`: name, colon, explanation.
    private static func rows(_ rows: [HelpSection.Row]) -> String {
        rows.map { "\($0.term.replacing(":", with: "\\:")):\($0.text)".shellQuoted }.joined(separator: " ")
    }

    /// The cases of options that have a value.
    private static func values(_ completions: [Completions]) -> String {
        completions.flatMap { command in
            command.values.map { option, candidates in
                let reply =
                    switch candidates {
                    case .words(let words): "compadd -- \(words.map(\.shellQuoted).joined(separator: " "))"
                    case .files: "_files"
                    case .nothing: ":"
                    }
                return "    (\("\(command.path) \(option)".shellQuoted)) \(reply); return ;;"
            }
        }
        .joined(separator: "\n")
    }
}
