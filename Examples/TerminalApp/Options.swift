import Foundation

/// The options of the sample, from its command line or its environment.
struct Options {
    let server: URL
    let apiKey: String
    /// Where the signed-in user's credentials are kept; defaults to the app's place in the home directory.
    let directory: URL?

    static let usage = """
        usage: cardea-demo --server URL --api-key KEY [--data DIR]

          --server URL    the address that `cardea serve` printed      (or CARDEA_SERVER)
          --api-key KEY   the API key that `cardea serve` printed      (or CARDEA_API_KEY)
          --data DIR      where the sign-in is kept over restarts      (or CARDEA_DEMO_DATA)
        """

    struct UsageError: Error {
        let message: String
    }

    init(_ arguments: [String], environment: [String: String]) throws {
        let variables = [
            "--server": "CARDEA_SERVER", "--api-key": "CARDEA_API_KEY", "--data": "CARDEA_DEMO_DATA",
        ]
        var values = variables.compactMapValues { environment[$0] }
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard variables[name] != nil else { throw UsageError(message: "unknown option \(name)") }
            guard let value = rest.popFirst() else { throw UsageError(message: "\(name) needs a value") }
            values[name] = value
        }
        guard let address = values["--server"], let server = URL(string: address), server.host() != nil else {
            throw UsageError(message: "--server needs an address such as http://127.0.0.1:8080")
        }
        guard let apiKey = values["--api-key"] else { throw UsageError(message: "--api-key is missing") }
        self.server = server
        self.apiKey = apiKey
        directory = values["--data"].map { URL(filePath: $0, directoryHint: .isDirectory) }
    }
}
