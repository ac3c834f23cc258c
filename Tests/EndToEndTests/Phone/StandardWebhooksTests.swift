import Foundation
import Testing

/// Text messages of a server process, verified by the library of Standard Webhooks.
@Suite(
    "Text messages as Standard Webhooks",
    .enabled(if: FileManager.default.isExecutableFile(atPath: PythonClients.interpreter)),
    .timeLimit(.minutes(10))
)
struct StandardWebhooksTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test("the secret of the documented command is that of the library, which verifies the signature")
    func documentedSecret() async throws {
        let secret = directory.path + "/sms.secret"
        let page = try String(contentsOfFile: PythonClients.page("Configuring.md"), encoding: .utf8)
        let command = try #require(page.firstMatch(of: #/\n(\(umask 077; echo .* > sms\.secret\))\n/#)?.1)
        let made = try await ChildProcess.run(
            "/bin/bash",
            ["-c", "cd '\(directory.path)' && \(command)"],
            environment: ["PATH": "/usr/bin:/bin"]
        )
        #expect(made.exitCode == 0, "\(made)")

        let receiver = try ChildProcess(
            PythonClients.interpreter,
            [PythonClients.path(of: "webhook_receiver.py"), secret],
            in: TemporaryDirectory(),
            environment: ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"]
        )
        defer { receiver.send(SIGKILL) }
        try await until("a port") { receiver.output.contains("\n") || !receiver.isRunning }
        let port = try #require(receiver.output.firstMatch(of: #/"port": (\d+)/#)?.1, "\(receiver.errors)")
        let server = try await ServerProcess.serve(
            try directory.file("data"),
            environment: [
                "CARDEA_SMS_URL": "http://127.0.0.1:\(port)/sms", "CARDEA_SMS_SECRET_FILE": secret,
                "CARDEA_SMS_ALLOW_PRIVATE_NETWORKS": "true",
            ]
        )
        let sent = try await server.account("sendVerificationCode", ["phoneNumber": "+16505553434"])
        #expect(sent.status == 200, "\(sent.object)")
        try await until("a message") { receiver.output.contains("isVerified") || !receiver.isRunning }
        let verified = #"{"isVerified": true, "to": "+16505553434"}"#
        #expect(receiver.output.contains(verified), "\(receiver.output)")
    }
}
