import Foundation

/// An SMS gateway in Python, as a process: `sms_sink.py`.
package final class SMSSink: Sendable {
    /// A request that it received.
    package struct Request: Decodable, Sendable {
        package struct Message: Decodable, Sendable {
            package let id: String
            package let to: String
            package let text: String
            package let code: String
            package let purpose: String
            package let language: String
            package let project: String
            package let tenant: String?
            package let expiresAt: Int64
        }

        package let path: String
        package let contentType: String
        package let id: String
        /// Whether the signature is the one that Standard Webhooks describes.
        package let isSigned: Bool
        /// The seconds since the time that was signed.
        package let age: Int
        package let status: Int
        package let message: Message
    }

    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Whether Python is installed.
    package static var isInstalled: Bool { python != nil }

    package let port: Int
    private let process: ChildProcess

    /// Starts a gateway and waits until it listens.
    package init(in directory: TemporaryDirectory, secret: String, behaviour: String = "accept") async throws
    {
        let script = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "EndToEndTests/Clients/sms_sink.py").path
        process = try ChildProcess(Self.python ?? "", [script, secret, behaviour], in: directory)
        while process.isRunning, !process.output.contains("\n") {
            try await Task.sleep(for: .milliseconds(20))
        }
        struct Start: Decodable { let port: Int }
        let line = process.output.split(separator: "\n").first ?? ""
        port = try JSONDecoder().decode(Start.self, from: Data(line.utf8)).port
    }

    deinit { process.send(SIGKILL) }

    package static let secret = "a secret of more than 24 bytes"

    /// The environment of a server that sends its text messages here.
    package func environment(in directory: TemporaryDirectory) throws -> [String: String] {
        let file = try directory.file("secret", Self.secret + "\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        return [
            "CARDEA_SMS_URL": "http://127.0.0.1:\(port)/sms", "CARDEA_SMS_SECRET_FILE": file,
            "CARDEA_SMS_ALLOW_PRIVATE_NETWORKS": "true",
        ]
    }

    package var requests: [Request] {
        get throws {
            var offset: UInt64 = 0
            return try requests(behind: &offset)
        }
    }

    /// The requests behind an offset of the output, which moves behind them.
    package func requests(behind offset: inout UInt64) throws -> [Request] {
        let hasStart = offset == 0
        return try process.lines(behind: &offset).dropFirst(hasStart ? 1 : 0).map {
            try JSONDecoder().decode(Request.self, from: Data($0.utf8))
        }
    }

    /// Waits until so many requests were received.
    package func requests(_ count: Int) async throws -> [Request] {
        while try requests.count < count { try await Task.sleep(for: .milliseconds(20)) }
        return try requests
    }
}
