import CardeaCurlTransport
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing
import TransportTestSupport

@Suite("CurlTransport: requests")
struct CurlTransportRequestTests {
    let transport = CurlTransport()

    @Test("a connection is used for later requests")
    func keepAlive() async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        for _ in 0..<20 { _ = try await transport.send(CardeaRequest(.get, server.url())) }
        #expect(server.connections == 1)
        #expect(server.requests.count == 20)
    }

    @Test("a request contains its fields and body, and only Host, Accept and Content-Length besides")
    func exactRequest() async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let fields: HeaderFields = [
            "authorization": "Bearer t", "accept-encoding": "identity", "x-empty": "",
        ]
        let request = try CardeaRequest(
            .post,
            server.url("/a/../b?c=%20"),
            fields: fields,
            body: Data("hello".utf8)
        )
        _ = try await transport.send(request)
        let lines = try #require(server.requests.first).components(separatedBy: "\r\n")
        #expect(lines.first == "POST /a/../b?c=%20 HTTP/1.1")
        #expect(lines.last == "hello")
        #expect(
            Set(lines.dropFirst().dropLast(2)) == [
                "Host: 127.0.0.1:\(server.port)", "Accept: */*", "authorization: Bearer t",
                "accept-encoding: identity",
                "x-empty:", "Content-Length: 5",
            ]
        )
    }

    @Test(
        "the framing of an absent body depends on the method",
        arguments: [
            ("GET", nil, nil), ("POST", nil, "0"), ("PUT", nil, "0"), ("PATCH", nil, "0"),
            ("DELETE", nil, nil),
            ("POST", "", "0"), ("DELETE", "abc", "3"), ("PUT", "abc", "3"), ("QUERY", "abc", "3"),
        ] as [(String, String?, String?)]
    )
    func framing(method: String, body: String?, length: String?) async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let request = try CardeaRequest(
            RequestMethod(rawValue: method),
            server.url(),
            body: body.map { Data($0.utf8) }
        )
        _ = try await transport.send(request)
        let sent = try #require(server.requests.first)
        #expect(sent.hasPrefix("\(method) / HTTP/1.1\r\n"))
        #expect(sent.firstMatch(of: /Content-Length: (\d+)/).map { String($0.1) } == length)
        #expect(
            !sent.contains("Expect") && !sent.contains("Transfer-Encoding") && !sent.contains("Content-Type")
        )
        #expect(sent.hasSuffix("\r\n\r\n" + (body ?? "")))
    }

    @Test("a body of megabytes is sent completely")
    func bigBody() async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let body = Data(repeating: 97, count: 3 << 20)
        _ = try await transport.send(CardeaRequest(.put, server.url(), body: body))
        #expect(try #require(server.requests.first).hasSuffix(String(repeating: "a", count: 3 << 20)))
    }

    @Test("redirects, cookies and challenges are ignored")
    func nothingOfItsOwn() async throws {
        let server = try RawServer(
            responding: """
                HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nSet-Cookie: a=b\r
                WWW-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n
                """
        )
        for _ in 0..<2 {
            let response = try await transport.send(CardeaRequest(.get, server.url()))
            #expect(response.status == 302)
            #expect(response.fields[.location] == "/elsewhere")
        }
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { !$0.lowercased().contains("cookie") && $0.hasPrefix("GET / ") })
    }

    @Test("the number of connections stays within its limit, and every request succeeds")
    func maximumConnections() async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let transport = CurlTransport(.init(maximumConnections: 4))
        let request = try CardeaRequest(.get, server.url())
        let responses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<200 { group.addTask { try await transport.send(request).status } }
            return try await group.reduce(into: 0) { $0 += $1 == 200 ? 1 : 0 }
        }
        #expect(responses == 200)
        #expect(server.mostConnectionsAtOnce <= 4)
    }

    @Test("idle connections to other servers, or closed ones, delay no request")
    func idleConnections() async throws {
        let response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let closing = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(response)
        }
        let servers = [try RawServer(responding: response), closing, try RawServer(responding: response)]
        let transport = CurlTransport(.init(maximumConnections: 1))
        for index in 0..<60 {
            let request = try CardeaRequest(.get, servers[index % 3].url(), timeout: .seconds(30))
            #expect(try await transport.send(request).status == 200)
        }
    }

    @Test("a server on a Unix socket is reached")
    func unixSocket() async throws {
        let path = NSTemporaryDirectory() + "/curl-\(UInt32.random(in: 0 ... .max)).sock"
        let server = try RawServer(unixSocket: path) { connection in
            while connection.readRequest() != nil {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        defer { try? FileManager.default.removeItem(atPath: path) }
        let url = try #require(URL(string: "http://localhost/x"))
        let response = try await CurlTransport(unixSocket: path).send(CardeaRequest(.get, url))
        #expect(response.body == Data("ok".utf8))
        #expect(try #require(server.requests.first).contains("Host: localhost\r\n"))
    }
}
