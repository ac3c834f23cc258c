import Foundation
import TransportTestSupport

/// nginx or haproxy on a Unix socket; its clients share one connection to the server behind it.
final class ReverseProxy: Sendable {
    enum Program: String, CaseIterable, Sendable {
        case nginx, haproxy

        var path: String { "/usr/sbin/\(rawValue)" }
        var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }
    }

    /// Where it listens.
    let socket: String
    private let directory: TemporaryDirectory
    private let process: ChildProcess

    init(_ program: Program, before port: Int) async throws {
        let directory = try TemporaryDirectory()
        (self.directory, socket) = (directory, try directory.file("socket"))
        process =
            switch program {
            case .nginx:
                try ChildProcess(
                    program.path,
                    ["-c", directory.file("nginx.conf", Self.nginx(directory.path, port)), "-e", "stderr"],
                    in: directory
                )
            case .haproxy:
                try ChildProcess(
                    program.path,
                    ["-db", "-f", directory.file("haproxy.cfg", Self.haproxy(socket, port))],
                    in: directory
                )
            }
        let (socket, process) = (socket, process)
        // The file of a socket is there before the proxy listens.
        try await until("a proxy that listens") {
            guard process.isRunning else { throw CocoaError(.fileNoSuchFile) }
            return (try? RawClient(path: socket)) != nil
        }
    }

    /// As forgiving as it can be, so that more of what is malformed comes through.
    private static func nginx(_ directory: String, _ port: Int) -> String {
        let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(directory)/\($0);"
        }
        return """
            daemon off; master_process off; pid \(directory)/pid;
            events { worker_connections 256; }
            http {
                access_log off; \(places.joined(separator: " "))
                upstream server { server 127.0.0.1:\(port); keepalive 1; }
                server {
                    listen unix:\(directory)/socket;
                    ignore_invalid_headers off; underscores_in_headers on; merge_slashes off;
                    large_client_header_buffers 4 64k; client_max_body_size 0;
                    location / {
                        proxy_pass http://server; proxy_http_version 1.1; proxy_set_header Connection "";
                        proxy_request_buffering off; proxy_buffering off;
                    }
                }
            }
            """
    }

    /// Accepts what it can of malformed requests, too.
    private static func haproxy(_ socket: String, _ port: Int) -> String {
        """
        global
            nbthread 1
            tune.bufsize 65536
        defaults
            mode http
            timeout client 60s
            timeout server 60s
            timeout connect 60s
            http-reuse always
            option abortonclose
            option accept-invalid-http-request
        backend server
            server server 127.0.0.1:\(port)
        frontend all
            bind unix@\(socket)
            default_backend server

        """
    }
}
