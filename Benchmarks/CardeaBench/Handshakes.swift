import BareServers
import Foundation

/// Connections over TLS one after another, by the Python script of this name: each with a handshake and one request.
struct Handshakes {
    let version: String
    let isResumed: Bool
    let count: Int
    /// Milliseconds between a message and its reply.
    var roundTrip = 0

    static let all = [
        Handshakes(version: "1.3", isResumed: false, count: 200),
        Handshakes(version: "1.3", isResumed: true, count: 200),
        Handshakes(version: "1.2", isResumed: false, count: 200),
        Handshakes(version: "1.2", isResumed: true, count: 200),
        Handshakes(version: "1.3", isResumed: false, count: 10, roundTrip: 150),
    ]

    var name: String {
        "TLS \(version), \(isResumed ? "resumed" : "full")"
            + (roundTrip > 0 ? ", \(roundTrip) ms round trip" : "")
    }

    struct Result {
        let cpuMicroseconds: Double
        let perSecond: Double
        let percentResumed: Double
    }

    /// - Throws: When a connection fails.
    func run(against server: ServerUnderTest) throws -> Result {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "python3", Self.script, "\(server.port)", version, isResumed ? "resumed" : "full", "\(count)",
                "\(roundTrip)",
            ]
        process.standardOutput = output
        let cpu = server.figures.cpu
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == 2 else { throw BenchmarkError("the handshakes failed: \(name)") }
        return Result(
            cpuMicroseconds: (server.figures.cpu - cpu) / Double(count) * 1e6,
            perSecond: numbers[1],
            percentResumed: numbers[0] / Double(count) * 100
        )
    }

    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appending(path: "handshakes.py").path
}

/// A certificate of its own for a server under test.
struct SelfSignedCertificate {
    /// The arguments of `cardea serve` that name it.
    let arguments: [String]

    init(in directory: URL) throws {
        let (certificate, key) = (
            directory.appending(path: "certificate.pem"), directory.appending(path: "key.pem")
        )
        arguments = ["--tls-cert", certificate.path, "--tls-key", key.path]
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        openssl.arguments =
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1"
            .split(separator: " ").map(String.init) + ["-keyout", key.path, "-out", certificate.path]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        guard openssl.terminationStatus == 0 else { throw BenchmarkError("openssl made no certificate") }
    }
}
