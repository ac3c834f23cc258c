import Foundation
import Testing

/// The configurations of proxies on the page about configuring a server.
@Suite struct ProxyConfigurationTests {
    /// A block of code of the page, with the places of a test instead of those of a machine.
    private static func block(_ language: String, in directory: TemporaryDirectory) async throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appending(
                path: "Sources/Programs/CardeaServer/CardeaServer.docc/Configuring.md"
            ),
            encoding: .utf8
        )
        let start = try #require(page.firstRange(of: "```\(language)\n")).upperBound
        let end = try #require(page[start...].firstRange(of: "\n```")).lowerBound
        let (certificate, key) = try await selfSignedCertificate(in: directory, for: "DNS:id.example.com")
        let both =
            try String(contentsOfFile: certificate, encoding: .utf8)
            + String(contentsOfFile: key, encoding: .utf8)
        return try String(page[start..<end]).replacing("/etc/ssl/id.example.com.pem", with: certificate)
            .replacing("/etc/ssl/private/id.example.com.key", with: key)
            .replacing("/etc/haproxy/id.example.com.pem", with: directory.file("both.pem", both))
            // A test opens no port that others may use.
            .replacing("listen 443", with: "listen unix:\(directory.path)/socket") + "\n"
    }

    @Test(
        "nginx accepts its configuration on the page",
        .enabled(if: ReverseProxy.Program.nginx.isInstalled)
    )
    func nginx() async throws {
        let directory = try TemporaryDirectory()
        let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(directory.path)/\($0);"
        }
        let text = try await """
        pid \(directory.path)/pid;
        events {}
        http { access_log off; \(places.joined(separator: " "))
        \(Self.block("nginx", in: directory))
        }
        """
        let file = try directory.file("nginx.conf", text)
        let outcome = try await ChildProcess.run(
            ReverseProxy.Program.nginx.path,
            ["-t", "-c", file, "-e", "stderr"]
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("[warn]"), "\(outcome.errors)")
    }

    @Test(
        "haproxy accepts its configuration on the page",
        .enabled(if: ReverseProxy.Program.haproxy.isInstalled)
    )
    func haproxy() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("haproxy.cfg", try await Self.block("haproxy", in: directory))
        let outcome = try await ChildProcess.run(ReverseProxy.Program.haproxy.path, ["-c", "-f", file])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("[WARNING]"), "\(outcome.errors)")
    }
}
