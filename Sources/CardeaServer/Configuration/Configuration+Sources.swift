import Foundation

extension CardeaServer.Configuration {
    /// Puts a configuration together: flags go before environment variables, those before the file, that before defaults.
    ///
    /// - Parameters:
    ///   - flags: Values by their key (`port`, `tls.key`).
    ///   - environment: Environment variables; those of other programs may be among them.
    ///   - file: A JSON5 document; `nil` for the one that `CARDEA_CONFIG` names, if any.
    /// - Returns: A configuration that could work.
    /// - Throws: `ConfigurationError`, which names the key, variable or flag.
    public static func load(
        flags: [String: String] = [:],
        environment: [String: String] = [:],
        file: String? = nil
    ) throws -> Self {
        let configuration = try assemble(flags, environment, file)
        try configuration.validate()
        return configuration
    }

    /// Finds every reason why a server could not start with the configuration from these sources.
    ///
    /// - Returns: One line for each problem; none if a server can start.
    package static func problems(
        flags: [String: String] = [:],
        environment: [String: String] = [:],
        file: String? = nil
    ) async -> [String] {
        do {
            let configuration = try assemble(flags, environment, file)
            let problems = configuration.problems
            return problems.isEmpty ? await StartTrial(configuration).problems() : problems
        } catch {
            return ["\(error)"]
        }
    }

    private static func assemble(
        _ flags: [String: String],
        _ environment: [String: String],
        _ file: String?
    ) throws -> Self {
        var configuration = try (file ?? environment["CARDEA_CONFIG"]).map(read) ?? Self()
        for setting in Setting.all {
            if let text = environment[setting.variable] {
                try setting.set(text, in: &configuration, from: setting.variable)
            }
            if let text = flags[setting.key] {
                try setting.set(text, in: &configuration, from: "--" + setting.key)
            }
        }
        return configuration
    }

    private static func read(_ path: String) throws(ConfigurationError) -> Self {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConfigurationError("\(path): cannot be read")
        }
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            let configuration = try decoder.decode(Self.self, from: data)
            if let key = DuplicateKeys.find(in: String(decoding: data, as: UTF8.self)).first {
                throw ConfigurationError("the key '\(key)' is given twice")
            }
            return configuration
        } catch let error as ConfigurationError {
            throw ConfigurationError("\(path): \(error)")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            let key = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw ConfigurationError("\(path): '\(key)' has a value of the wrong type")
        } catch {
            throw ConfigurationError("\(path): is not a JSON5 document")
        }
    }
}
