import Foundation

/// A mail server that others wrote (aiosmtpd), as a process; `Scripts/python-clients` installs it.
package final class MailSink: Sendable {
    /// A message that it accepted.
    package struct Message: Decodable, Sendable {
        package let hello: String
        package let isEncrypted: Bool
        package let user: String?
        package let sender: String
        package let recipients: [String]
        package let fields: [[String]]
        package let text: String?
        package let html: String?
        /// The message as it was sent, without the escapes of SMTP.
        package let raw: String
        /// The errors that a strict parser finds.
        package let defects: [String]

        /// The decoded values of a header field.
        package func values(of field: String) -> [String] {
            fields.filter { $0[0].lowercased() == field.lowercased() }.map { $0[1] }
        }
    }

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let interpreter = root.appending(path: ".build/python/bin/python").path

    /// Whether the mail server is installed.
    package static var isInstalled: Bool {
        FileManager.default.isExecutableFile(atPath: interpreter)
    }

    package let port: Int
    /// The certificate to trust; `nil` without TLS.
    package let certificate: String?
    private let process: ChildProcess

    /// Starts a mail server and waits until it listens.
    ///
    /// - Parameters:
    ///   - directory: The directory of its files.
    ///   - security: `starttls`, `tls` or `none`.
    ///   - behaviour: See `mail_sink.py`.
    ///   - name: The name in its certificate.
    ///   - user: The user whom it demands, with the password.
    /// - Throws: The error output of the mail server, or of `openssl`.
    package init(
        in directory: TemporaryDirectory,
        security: String = "starttls",
        behaviour: String = "accept",
        certificateFor name: String = "IP:127.0.0.1",
        user: (name: String, password: String)? = nil
    ) async throws {
        let script = Self.root.appending(path: "Tests/EndToEndTests/Clients/mail_sink.py").path
        var arguments = [script, security, behaviour]
        if security == "none" {
            certificate = nil
        } else {
            let files = try await selfSignedCertificate(in: directory, for: name)
            certificate = files.certificate
            arguments += [files.certificate, files.key]
        }
        if let user { arguments += [user.name, user.password] }
        process = try ChildProcess(Self.interpreter, arguments, in: directory)
        struct Start: Decodable { let port: Int }
        while process.isRunning, !process.output.contains("\n") {
            try await Task.sleep(for: .milliseconds(20))
        }
        guard let line = process.output.split(separator: "\n").first else {
            throw NoMailServer(reason: process.errors)
        }
        port = try JSONDecoder().decode(Start.self, from: Data(line.utf8)).port
    }

    deinit { process.send(SIGKILL) }

    package var messages: [Message] {
        get throws {
            var offset: UInt64 = 0
            return try messages(behind: &offset)
        }
    }

    /// The messages behind an offset of the output, which moves behind them.
    package func messages(behind offset: inout UInt64) throws -> [Message] {
        let hasStart = offset == 0
        return try process.lines(behind: &offset).dropFirst(hasStart ? 1 : 0).map {
            try JSONDecoder().decode(Message.self, from: Data($0.utf8))
        }
    }
}

private struct NoMailServer: Error {
    let reason: String
}
