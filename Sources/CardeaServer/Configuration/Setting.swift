import CardeaPasswordHashing

/// One key of the configuration that can also be given as text: by a flag or an environment variable.
package struct Setting: Sendable {
    package typealias Configuration = CardeaServer.Configuration

    /// The key as in the file, with the keys it stands under: `limits.bodyBytes`.
    package let key: String
    private let assign: @Sendable (inout Configuration, String) -> Bool
    private let problem: @Sendable (Configuration) -> String?

    /// What is wrong with the value that a configuration has, without the key; `nil` when it can be used.
    func problem(in configuration: Configuration) -> String? { problem(configuration) }

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
        } problem: {
            problem(inText: $0[keyPath: path])
        }
    }

    private static func text(
        _ key: String,
        _ path: any WritableKeyPath<Configuration, String?> & Sendable
    ) -> Setting {
        Setting(key: key) { configuration, text in
            configuration[keyPath: path] = text
            return true
        } problem: {
            $0[keyPath: path].flatMap(problem(inText:))
        }
    }

    private static func number(
        _ key: String,
        _ path: any WritableKeyPath<Configuration, Int> & Sendable,
        _ range: ClosedRange<Int>
    ) -> Setting {
        Setting(key: key) { configuration, text in
            guard let number = Int(text) else { return false }
            configuration[keyPath: path] = number
            return true
        } problem: {
            range.contains($0[keyPath: path])
                ? nil : "must be from \(range.lowerBound) to \(range.upperBound)"
        }
    }

    /// The system would take a name with a zero byte for a shorter one.
    private static func problem(inText text: String) -> String? {
        if text.isEmpty { return "must not be empty" }
        return text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            ? "must not have control characters" : nil
    }

    /// Every setting.
    package static let all: [Setting] =
        [
            text("data", \.data),
            text("host", \.host),
            number("port", \.port, 0...65_535),
            text("baseURL", \.baseURL),
            text("masterKeyFile", \.masterKeyFile),
            text("logLevel", \.logLevel),
            trustedProxies,
            text("tls.certificate", \.tls.certificate),
            text("tls.key", \.tls.key),
            text("metrics.address", \.metrics.address),
        ] + passwords + limits + housekeeping

    private static let trustedProxies = Setting(key: "trustedProxies") { configuration, text in
        configuration.trustedProxies = text.split(separator: ",").map { String($0.filter { $0 != " " }) }
        return true
    } problem: { configuration in
        configuration.trustedProxies.first { NetworkBlock($0) == nil }
            .map { "'\($0)' is not an address or a block" }
    }

    private static let passwords = [
        number("passwords.memory", \.passwords.memory, Argon2Parameters.memoryRange),
        number("passwords.iterations", \.passwords.iterations, Argon2Parameters.iterationRange),
        number("passwords.parallelism", \.passwords.parallelism, Argon2Parameters.parallelismRange),
        number("passwords.threads", \.passwords.threads, 0...256),
        number("passwords.queue", \.passwords.queue, 0...1_000_000),
    ]

    private static let limits = [
        number("limits.headerBytes", \.limits.headerBytes, 1024...1_048_576),
        number("limits.bodyBytes", \.limits.bodyBytes, 1024...1_073_741_824),
        number("limits.largeBodyBytes", \.limits.largeBodyBytes, 1024...1_073_741_824),
        number("limits.bufferedBytes", \.limits.bufferedBytes, 1...1 << 50),
        number("limits.bufferedBytesPerAddress", \.limits.bufferedBytesPerAddress, 1...1 << 50),
        number("limits.connections", \.limits.connections, 1...1_000_000),
        number("limits.connectionsPerAddress", \.limits.connectionsPerAddress, 1...1_000_000),
        number("limits.headerDeadline", \.limits.headerDeadline, 1...day),
        number("limits.bodyDeadline", \.limits.bodyDeadline, 1...day),
        number("limits.idleTimeout", \.limits.idleTimeout, 1...day),
        number("limits.drain", \.limits.drain, 0...day),
        number("limits.loops", \.limits.loops, 0...256),
    ]

    private static let housekeeping = [
        number("housekeeping.retention", \.housekeeping.retention, 0...century),
        number("housekeeping.eventRetention", \.housekeeping.eventRetention, 0...century),
        number("housekeeping.interval", \.housekeeping.interval, 0...century),
    ]

    /// In seconds.
    private static let day = 86_400
    private static let century = 3_155_760_000
}
