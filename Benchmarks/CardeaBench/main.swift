// Prints the figures of the README: `cardea-bench [server] [client]`, both unless told;
// `cardea-bench traffic` keeps a server under refreshes for a profiler.
let parts = CommandLine.arguments.dropFirst()
if parts.isEmpty || parts.contains("server") { try await ServerFigures().run() }
if parts.isEmpty || parts.contains("client") { try await ClientFigures().run() }
if parts.contains("traffic") { try await RefreshTraffic().run() }
