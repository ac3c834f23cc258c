import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing
import TransportTestSupport

@testable import CardeaCurlTransport

@Suite(
    "HTTP/2 over TLS",
    .timeLimit(.minutes(10)),
    .enabled("nghttpx is installed") { HTTP2Server.isInstalled }
)
struct HTTP2Tests {
    private let url = URL(string: "https://localhost/")

    private func request(_ method: RequestMethod = .get, path: String = "") throws -> CardeaRequest {
        CardeaRequest(method, try #require(url).appending(path: path))
    }

    /// Responds with the content that came, else with what there is, else with the path, and tells what the front server
    /// was spoken to in.
    private func echo(or response: Data? = nil) throws -> RawServer {
        try RawServer { connection in
            while let head = connection.readHead() {
                let isSecondVersion = head.firstMatch(of: /(?i)via: 2\s/) != nil
                let length = head.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) }
                let isChunked = head.firstMatch(of: /(?i)transfer-encoding: chunked/) != nil
                guard let content = isChunked ? connection.readChunks() : connection.read(length ?? 0) else {
                    return
                }
                let path = head.split(separator: " ").dropFirst().first ?? ""
                let body = content.isEmpty ? Array(response ?? Data(path.utf8)) : content
                connection.write(
                    "HTTP/1.1 200 OK\r\nx-http2: \(isSecondVersion)\r\nContent-Length: \(body.count)\r\n\r\n"
                )
                connection.write(body)
            }
        }
    }

    @Test("a certificate of an unknown authority is rejected before a request is sent")
    func selfSigned() async throws {
        let backend = try echo()
        let server = try await HTTP2Server(before: backend)
        let (transport, request) = (server.transport(), try request())
        let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
        #expect(error?.code == .secureConnectionFailed && error?.mayHaveBeenReceived == false)
        #expect(backend.connections == 0)
    }

    @Test("a certificate of another host is rejected")
    func otherHost() async throws {
        let server = try await HTTP2Server(before: try echo())
        let transport = server.transport(trusting: server.certificate)
        let url = try #require(URL(string: "https://elsewhere.example/"))
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(CardeaRequest(.get, url))
        }
        #expect(error?.code == .secureConnectionFailed && error?.mayHaveBeenReceived == false)
    }

    @Test("a pinned key is asked for beside a certificate that is trusted")
    func pinning() async throws {
        let server = try await HTTP2Server(before: try echo())
        let hash = try await ChildProcess.run(
            "/bin/sh",
            [
                "-c",
                "openssl x509 -in \(server.certificate) -pubkey -noout | openssl pkey -pubin -outform der"
                    + " | openssl dgst -sha256 -binary | base64",
            ]
        )
        let (key, other) = (
            hash.output.trimmingCharacters(in: .whitespacesAndNewlines),
            String(repeating: "A", count: 43) + "="
        )
        let request = try request()
        for keys in [[key], [other, key]] {
            let transport = server.transport(trusting: server.certificate, keys: keys)
            #expect(try await transport.send(request).status == 200)
        }
        for transport in [
            server.transport(trusting: server.certificate, keys: [other]), server.transport(keys: [key]),
        ] {
            let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
            #expect(error?.code == .secureConnectionFailed && error?.mayHaveBeenReceived == false)
        }
    }

    @Test("many requests at once each get their own response")
    func many() async throws {
        let server = try await HTTP2Server(before: try echo())
        let transport = server.transport(trusting: server.certificate, maximumConnections: 8)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                let request = try request(path: "\(index)")
                group.addTask {
                    let response = try await transport.send(request)
                    #expect(response.fields["x-http2"] == "true")
                    #expect(response.body == Data("/\(index)".utf8))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("short content goes by HTTP/2; longer content, too, if libcurl can wait over it")
    func version() async throws {
        let server = try await HTTP2Server(before: try echo())
        let transport = server.transport(trusting: server.certificate)
        var request = try request(.post)
        for (size, isSecond) in [(0, true), (65_535, true), (65_536, canWait), (1, true)] {
            request.body = Data(repeating: 1, count: size)
            let response = try await transport.send(request)
            #expect(response.status == 200 && response.fields["x-http2"] == "\(isSecond)")
        }
    }

    /// Whether what may have to wait goes by HTTP/2.
    private let canWait = CurlVersion.running.waitsOverHTTP2

    enum Sending: CaseIterable { case nothing, knownLength, unknownLength }

    @Test(
        "contents of megabytes go up and come down, slowly read, beside cancelled ones, by HTTP/2 if they can wait",
        arguments: Sending.allCases
    )
    func contents(sending: Sending) async throws {
        let data = Data((0..<40).flatMap { [UInt8](repeating: UInt8($0), count: 100_000 + $0) })
        let server = try await HTTP2Server(before: try echo(or: data))
        let transport = server.transport(trusting: server.certificate)
        let request = try request(sending == .nothing ? .get : .put)
        // A stream that is not read for now.
        let unread = try await transport.stream(self.request(), sending: nil)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<6 {
                let content: HTTPContent? =
                    switch sending {
                    case .nothing: nil
                    case .knownLength: .data(data)
                    case .unknownLength: .once(HTTPBytes(data))
                    }
                group.addTask {
                    let response = try await transport.stream(request, sending: content)
                    #expect(response.fields["x-http2"] == "\(canWait)")
                    var body = Data()
                    for try await piece in response.body {
                        body += piece
                        if index.isMultiple(of: 2), body.count > data.count / 2 { return }
                        try await Task.sleep(for: .milliseconds(1))
                    }
                    #expect(body == data)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await unread.body.collected() == data)
        #expect(try await transport.send(self.request()).status == 200)
    }
}
