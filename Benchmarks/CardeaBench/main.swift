// Prints the figures of the README: `cardea-bench [server] [client]`, both unless told.
let parts = CommandLine.arguments.dropFirst()
if parts.isEmpty || parts.contains("server") { try await ServerFigures().run() }
if parts.isEmpty || parts.contains("client") { try await ClientFigures().run() }
