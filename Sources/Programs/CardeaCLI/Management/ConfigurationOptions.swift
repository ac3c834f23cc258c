import CardeaServer
import CardeaEncodings

/// The configuration that a command line selects.
struct ConfigurationOptions {
    let settings: SettingOptions
    @Option(
        "A JSON5 file with the configuration. Without it and without --data: that of CARDEA_CONFIG, or \(Console.defaultConfiguration) if there is one.",
        value: "FILE"
    )
    var config: String?

    /// - Parameter keys: The settings that are options; `nil` for all.
    init(_ keys: [String]? = nil) { settings = SettingOptions(keys) }

    /// The configuration with the origin of each value; it may be invalid.
    func assembled(_ console: Console) -> CardeaServer.Configuration.Assembled {
        CardeaServer.Configuration.Assembled(
            settings.flags,
            console.environment,
            config,
            default: console.configuration
        )
    }
}

/// The server that a management command is about.
struct DataOptions {
    @OptionGroup private var options = ConfigurationOptions(["data", "database"])

    func configuration(_ console: Console) throws -> CardeaServer.Configuration {
        let configuration = try options.assembled(console).valid
        for warning in configuration.source.warnings { console.printError("cardea: warning: \(warning)") }
        return configuration
    }
}

extension String {
    /// The text as one part of a path.
    var percentEncoded: String { PercentEncoding.encode(self) }
}
