import CardeaEncodings
package import CardeaOperatingSystem
package import CardeaSettings

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
        try Assembled(flags, environment, file).valid
    }

    /// A configuration with the origin of each value.
    package struct Assembled {
        package private(set) var configuration = CardeaServer.Configuration()
        /// The flag, the variable or the file of each value that is not a default, by key.
        package private(set) var origins: [String: String] = [:]
        /// One line for each key, variable or flag that cannot be read.
        package private(set) var problems: [String] = []

        private init() {}

        /// - Parameters:
        ///   - flags: Values by their key.
        ///   - environment: Environment variables.
        ///   - file: A JSON5 document; `nil` for the one that `CARDEA_CONFIG` names, if any.
        ///   - defaultFile: The document that is read if none is named, if `flags` have no data directory, and if it exists.
        package init(
            _ flags: [String: String],
            _ environment: [String: String],
            _ file: String?,
            default defaultFile: String? = nil
        ) {
            var path = file ?? environment["CARDEA_CONFIG"]
            // A data directory on the command line may be that of another server.
            if path == nil, flags["data"] == nil, let defaultFile, WholeFile.exists(defaultFile) {
                path = defaultFile
            }
            if let path { read(path) }
            // Own texts.
            let fileData = path == origins["data"] ? configuration.data : nil
            for setting in CardeaServer.Configuration.table.settings {
                // Own texts.
                let (variable, flag) = (environment[setting.variable], flags[setting.key])
                if let variable { set(setting, to: variable, from: setting.variable) }
                if let flag { set(setting, to: flag, from: setting.flag) }
            }
            // Own texts.
            guard let path, let fileData, fileData != configuration.data, flags["data"] == nil else { return }
            configuration.source.warnings.append(
                "data: CARDEA_DATA (\(configuration.data)) replaces the directory of \(path) (\(fileData))"
            )
        }

        /// The configuration, if a server could use it.
        ///
        /// - Throws: `ConfigurationError`, which names each wrong key, variable or flag.
        package var valid: CardeaServer.Configuration {
            get throws(ConfigurationError) {
                guard problems.isEmpty else { throw ConfigurationError(problems.joined(separator: "; ")) }
                try configuration.validate()
                return configuration
            }
        }

        /// Finds every reason why a server could not start, and what an operator hardly wants.
        ///
        /// - Parameter user: The user that the server runs as; this process becomes that user. `nil` for the user of this
        ///   process.
        /// - Returns: One line for each; no problems if a server can start.
        package func check(as user: SystemUser? = nil) async -> (problems: [String], warnings: [String]) {
            let problems = problems + configuration.problems
            guard problems.isEmpty else { return (problems, configuration.source.warnings) }
            let trial = StartTrial(configuration)
            guard let user else {
                return (await trial.fileProblems() + trial.listeningProblems, configuration.warnings)
            }
            // A service may get the right to use a port below 1024, which its user does not have.
            let listening = trial.listeningProblems
            do {
                try user.becomeProcessUser()
            } catch {
                return (["only root can check the files for another user: \(error)"], [])
            }
            // The user must be able to read the document, too.
            var again = Assembled()
            if let file = configuration.source.file { again.read(file) }
            let unreadable = again.problems
            return (
                (unreadable.isEmpty ? await trial.fileProblems() : unreadable) + listening,
                configuration.warnings
            )
        }

        private mutating func set(
            _ setting: Setting<CardeaServer.Configuration>,
            to text: String,
            from origin: String
        ) {
            do throws(SettingError) {
                try setting.set(try setting.value(of: text, from: origin), in: &configuration)
                // Own texts.
                origins[setting.key] = origin
            } catch {
                problems.append(error.description)
            }
        }

        private mutating func read(_ path: String) {
            configuration.source.file = path
            let text: [UInt8]
            do throws(FileError) {
                text = try WholeFile.read(path)
            } catch {
                return problems.append("\(path): cannot be read: \(error.reason)")
            }
            let document: SettingTree
            do throws(SettingError) {
                document = try SettingTree(reading: text, as: .json5)
            } catch {
                return problems.append("\(path): \(error)")
            }
            let table = CardeaServer.Configuration.table
            problems += table.apply(document, to: &configuration).map { "\(path): \($0)" }
            // Own texts.
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
