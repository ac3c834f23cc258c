// Prints the figures of the README: `cardea-bench [server] [client [curl] [urlsession]]`, all of them by default;
// `CARDEA_BENCH_BASELINE=/path/to/cardea cardea-bench` those of the server beside another build of it;
// `cardea-bench sign-ins` those of sign-ins without a hash;
// `cardea-bench tokens` those of requests with an ID token, beside a refresh;
// `cardea-bench traffic` keeps a server under refreshes for a profiler,
// `cardea-bench calls floor|engine valid|proactive|reactive COUNT [ADDRESS]` a client under calls.
import BareServers
import Foundation

let parts = CommandLine.arguments.dropFirst()
if parts.isEmpty, let comparison = SideBySide() {
    try await comparison.run()
} else {
    if parts.isEmpty || parts.contains("server") { try await ServerFigures().run() }
    if parts.isEmpty || parts.contains("client") { try await ClientFigures().run(over: parts.dropFirst()) }
}
if let part = parts.first, ["sign-ins", "tokens"].contains(part) {
    let root = try temporaryDirectory()
    defer { try? FileManager.default.removeItem(at: root) }
    let directory = root.appending(path: "data")
    if part == "tokens" {
        try await TokenFigures(directory: directory).run()
    } else {
        try await SignInFigures(directory: directory).run()
    }
}
if parts.contains("traffic") { try await RefreshTraffic().run() }
if parts.first == "calls" { try await CallTraffic(parts.dropFirst()).run() }
if parts.first == RespondingServer.command { try RespondingServer.run() }
if parts.first == ProviderServer.command { try ProviderServer.run() }
if parts.first == "floor" { try FloorServer.run() }
if parts.first == "prototype" { try RefreshPrototype.run() }
