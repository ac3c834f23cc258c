/// The parameters of a command by the names they are typed with.
struct ParameterList {
    let options: [(name: String, parameter: any Parameter)]
    let arguments: [(name: String, parameter: any Parameter)]

    /// Finds the wrapped properties of a command, and of the groups of options it holds.
    init(of command: any Command) {
        let all = Self.parameters(in: command)
        options = all.filter { !$0.parameter.isArgument }
        arguments = all.filter { $0.parameter.isArgument }
    }

    func option(_ name: String) -> (any Parameter)? {
        // Own texts.
        options.first { $0.name == name }?.parameter
    }

    private static func parameters(in subject: Any) -> [(name: String, parameter: any Parameter)] {
        Mirror(reflecting: subject).children.flatMap { child -> [(name: String, parameter: any Parameter)] in
            if let source = child.value as? any ParameterSource { return source.parameters }
            guard let label = child.label, label.hasPrefix("_") else { return [] }
            for inner in Mirror(reflecting: child.value).children {
                if let parameter = inner.value as? any Parameter {
                    let name = kebabCase(label.dropFirst())
                    return [(parameter.isArgument ? name.uppercased() : "--" + name, parameter)]
                }
                if inner.label == "wrappedValue" { return parameters(in: inner.value) }
            }
            return []
        }
    }

    private static func kebabCase(_ name: Substring) -> String {
        zip(" " + name, name).reduce(into: "") { result, pair in
            if pair.0.isLowercase || pair.0.isNumber, pair.1.isUppercase { result.append("-") }
            result += pair.1.lowercased()
        }
    }
}

extension Parameter {
    fileprivate var isArgument: Bool {
        if case .argument = kind { true } else { false }
    }

    var isRequired: Bool {
        if case .argument(let isRequired, _) = kind { isRequired } else { false }
    }

    var isRepeated: Bool {
        if case .argument(_, let usage) = kind { usage != nil } else { false }
    }
}
