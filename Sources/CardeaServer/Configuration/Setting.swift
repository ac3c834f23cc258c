/// One key of the configuration that can also be given as text: by a flag or an environment variable.
package struct Setting: Sendable {
    package typealias Configuration = CardeaServer.Configuration

    /// The key as in the file, with the keys it stands under: `limits.bodyBytes`.
    package let key: String
    private let assign: @Sendable (inout Configuration, String) -> Bool

    /// - Throws: When the text is no such value.
    package func set(
        _ text: String,
        in configuration: inout Configuration,
        from origin: String
    ) throws(ConfigurationError) {
        guard assign(&configuration, text) else {
            throw ConfigurationError("\(origin): '\(text)' is not a whole number")
        }
    }

    /// The environment variable: `CARDEA_LIMITS_BODY_BYTES`.
    package var variable: String {
        key.reduce(into: "CARDEA_") { name, character in
            if character.isUppercase, name.last?.isLowercase == true { name.append("_") }
            name.append(character == "." ? "_" : character)
        }
        .uppercased()
    }

    private static func text(
        _ key: String,
        _ path: any WritableKeyPath<Configuration, String> & Sendable
    ) -> Setting {
        Setting(key: key) { configuration, text in
            configuration[keyPath: path] = text
            return true
        }
    }

    private static func text(
        _ key: String,
        _ path: any WritableKeyPath<Configuration, String?> & Sendable
    ) -> Setting {
        Setting(key: key) { configuration, text in
            configuration[keyPath: path] = text
            return true
        }
    }

    private static func number(
        _ key: String,
        _ path: any WritableKeyPath<Configuration, Int> & Sendable
    ) -> Setting {
        Setting(key: key) { configuration, text in
            guard let number = Int(text) else { return false }
            configuration[keyPath: path] = number
            return true
        }
    }

    /// Every setting.
    package static let all: [Setting] = [
        text("data", \.data),
        text("host", \.host),
        number("port", \.port),
        text("baseURL", \.baseURL),
        text("masterKeyFile", \.masterKeyFile),
        text("logLevel", \.logLevel),
        Setting(key: "trustedProxies") { configuration, text in
            configuration.trustedProxies = text.split(separator: ",").map { String($0.filter { $0 != " " }) }
            return true
        },
        text("tls.certificate", \.tls.certificate),
        text("tls.key", \.tls.key),
        number("passwords.memory", \.passwords.memory),
        number("passwords.iterations", \.passwords.iterations),
        number("passwords.parallelism", \.passwords.parallelism),
        number("passwords.threads", \.passwords.threads),
        number("passwords.queue", \.passwords.queue),
        number("limits.headerBytes", \.limits.headerBytes),
        number("limits.bodyBytes", \.limits.bodyBytes),
        number("limits.connections", \.limits.connections),
        number("limits.connectionsPerAddress", \.limits.connectionsPerAddress),
        number("limits.headerDeadline", \.limits.headerDeadline),
        number("limits.bodyDeadline", \.limits.bodyDeadline),
        number("limits.idleTimeout", \.limits.idleTimeout),
        number("limits.drain", \.limits.drain),
        number("limits.loops", \.limits.loops),
        number("housekeeping.retention", \.housekeeping.retention),
        number("housekeeping.interval", \.housekeeping.interval),
    ]
}
