import CardeaServer
import CardeaEncodings

/// The server that a management command is about.
struct DataOptions {
    let settings = SettingOptions(["data"])
    @Option("A JSON5 file with the configuration.", value: "FILE") var config: String?

    func configuration(_ console: Console) throws -> CardeaServer.Configuration {
        try .load(flags: settings.flags, environment: console.environment, file: config)
    }
}

extension String {
    /// The text as one part of a path.
    var percentEncoded: String { PercentEncoding.encode(self) }
}
