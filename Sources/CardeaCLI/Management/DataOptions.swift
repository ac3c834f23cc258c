import CardeaServer
import CardeaEncodings

/// Which server a management command is about.
struct DataOptions {
    @Option("The data directory (default: ./data).", value: "DIR") var data: String?
    @Option("A JSON5 file with the configuration.", value: "FILE") var config: String?

    /// The settings that were given by options.
    var flags: [String: String] {
        var flags: [String: String] = [:]
        flags["data"] = data
        return flags
    }

    func configuration(_ console: Console) throws -> CardeaServer.Configuration {
        try .load(flags: flags, environment: console.environment, file: config)
    }
}

/// Which project a command is about, and how it answers.
struct ProjectOptions {
    @Option("The project's id.", value: "ID") var project = "default"
    @Flag("Prints JSON.") var json
}

extension String {
    /// The text as one part of a path.
    var percentEncoded: String { PercentEncoding.encode(self) }
}
