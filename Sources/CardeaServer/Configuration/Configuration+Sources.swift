package import CardeaOperatingSystem
package import CardeaSettings
import Foundation
import CardeaEncodings

extension CardeaServer.Configuration {
    /// Reads a configuration: flags go before environment variables, those before the file, that before defaults.
    ///
    /// - Parameters:
    ///   - flags: Values by their key (`port`, `tls.key`).
    ///   - environment: Environment variables; those of other programs may be among them.
    ///   - file: A JSON5 document; `nil` for the one that `CARDEA_CONFIG` names, if any.
    /// - Returns: A valid configuration.
    /// - Throws: `ConfigurationError`, which names each wrong key, variable or flag.
    public static func load(
        flags: [String: String] = [:],
        environment: [String: String] = [:],
        file: String? = nil
    ) throws -> Self {
        let assembled = Assembled(flags, environment, file)
        guard assembled.problems.isEmpty else {
            throw ConfigurationError(assembled.problems.joined(separator: "; "))
        }
        try assembled.configuration.validate()
        return assembled.configuration
    }

    /// Finds every reason why a server could not start with the configuration from these sources.
    ///
    /// - Parameters:
    ///   - flags: Values by their key.
    ///   - environment: Environment variables.
    ///   - file: A JSON5 document; `nil` for the one that `CARDEA_CONFIG` names, if any.
    ///   - user: The user that the server runs as; this process becomes that user. `nil` for the user of this process.
    /// - Returns: One line for each problem; none if a server can start.
    package static func problems(
        flags: [String: String] = [:],
        environment: [String: String] = [:],
        file: String? = nil,
        as user: SystemUser? = nil
    ) async -> [String] {
        let assembled = Assembled(flags, environment, file)
        let problems = assembled.problems + assembled.configuration.problems
        guard problems.isEmpty else { return problems }
        let trial = StartTrial(assembled.configuration)
        guard let user else { return await trial.fileProblems() + trial.listeningProblems }
        // A service may get the right to use a port below 1024, which its user does not have.
        let listening = trial.listeningProblems
        do {
            try user.becomeProcessUser()
        } catch {
            return ["only root can check the files for another user: \(error)"]
        }
        // The user must be able to read the document, too.
        let unreadable = Assembled(flags, environment, file).problems
        return (unreadable.isEmpty ? await trial.fileProblems() : unreadable) + listening
    }

    /// A configuration with the origin of each value.
    package struct Assembled {
        package private(set) var configuration = CardeaServer.Configuration()
        /// The flag, the variable or the file of each value that is no default, by key.
        package private(set) var origins: [String: String] = [:]
        /// One line for each key, variable or flag that cannot be read.
        package private(set) var problems: [String] = []

        package init(_ flags: [String: String], _ environment: [String: String], _ file: String?) {
            if let path = file ?? environment["CARDEA_CONFIG"] { read(path) }
            for setting in CardeaServer.Configuration.table.settings {
                if let text = environment[setting.variable] { set(setting, to: text, from: setting.variable) }
                if let text = flags[setting.key] { set(setting, to: text, from: setting.flag) }
            }
        }

        private mutating func set(
            _ setting: Setting<CardeaServer.Configuration>,
            to text: String,
            from origin: String
        ) {
            do throws(SettingError) {
                try setting.set(try setting.value(of: text, from: origin), in: &configuration)
                origins[setting.key] = origin
            } catch {
                problems.append(error.description)
            }
        }

        private mutating func read(_ path: String) {
            guard let data = FileManager.default.contents(atPath: path) else {
                return problems.append("\(path): cannot be read")
            }
            let document: SettingTree
            do throws(SettingError) {
                document = try SettingTree(reading: Array(data), as: .json5)
            } catch {
                return problems.append("\(path): \(error)")
            }
            let table = CardeaServer.Configuration.table
            problems += table.apply(document, to: &configuration).map { "\(path): \($0)" }
            for key in table.read(document).values.keys { origins[key] = path }
        }
    }
}

extension Setting<CardeaServer.Configuration> {
    /// The environment variable: `CARDEA_LIMITS_BODY_BYTES`.
    package var variable: String { "CARDEA_" + words.joined(separator: "_").uppercased() }

    /// The option of `cardea serve`: `--limits-body-bytes`.
    package var flag: String {
        // The one with a shorter name.
        key == "tls.certificate" ? "--tls-cert" : "--" + words.joined(separator: "-").lowercased()
    }

    /// The words of the key: `limits`, `body`, `Bytes`.
    private var words: [String] {
        key.split(separator: ".").flatMap { part in
            part.reduce(into: [""]) { words, character in
                let isStart = character.isUppercase && words.last?.last?.isLowercase == true
                if isStart { words.append("") }
                words[words.count - 1].append(character)
            }
        }
    }
}
