import CardeaCurlTransport
import Foundation
import TransportTestSupport

/// nghttpx before a server of a test's own: HTTP/2 over TLS on a Unix socket, with a certificate for `localhost`.
final class HTTP2Server: Sendable {
    let directory: TemporaryDirectory
    let certificate: String
    private let socket: String
    private let process: ChildProcess

    init(before server: RawServer) async throws {
        directory = try TemporaryDirectory()
        let key: String
        (certificate, key) = try await selfSignedCertificate(in: directory, for: "DNS:localhost")
        socket = try directory.file("socket")
        process = try ChildProcess(
            "/usr/sbin/nghttpx",
            [
                "--conf=/dev/null", "--workers=1", "--frontend=unix:\(socket)",
                "--backend=127.0.0.1,\(server.port)", key, certificate,
            ],
            in: directory
        )
        let process = process
        try await until("a socket") {
            guard process.isRunning else { throw CocoaError(.fileNoSuchFile) }
            // The file is there before anybody listens.
            return process.errors.contains("Listening on UNIX domain socket")
        }
    }

    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/sbin/nghttpx")

    /// A transport that reaches it, trusting the system's authorities by default.
    func transport(
        trusting authorities: String? = nil,
        keys: [String] = [],
        maximumConnections: Int = 64
    ) -> CurlTransport {
        CurlTransport(
            .init(
                maximumConnections: maximumConnections,
                certificateAuthorities: authorities,
                pinnedKeys: keys,
                unixSocket: socket
            )
        )
    }
}
