import CardeaHTTPRouting
import CardeaHTTPServing
import Testing
import TransportTestSupport

@Suite("Shutting down")
struct ShutdownTests {
    /// Responds to `/wait` when the gate opens, all else at once.
    private struct Slow {
        let started = Gate()
        let gate = Gate()
        let finished = Gate()

        var respond: @Sendable (Request) async -> Response {
            { [self] request in
                if request.path == "/wait" {
                    started.open()
                    await gate.wait()
                    finished.open()
                }
                return await echo(request)
            }
        }
    }

    /// Returns once the server accepts no more.
    private func waitForRejection(_ server: HTTPServer) async throws {
        while (try? RawClient(port: server.port)) != nil { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("requests in flight finish, idle connections are closed", arguments: [1, 3])
    func requestsFlightFinish(loops: Int) async throws {
        let slow = Slow()
        try await withServer(loops: loops, respond: slow.respond) { server in
            let idle = try RawClient(port: server.port)
            try await idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await idle.response()?["connection"] == nil)
            let silent = try RawClient(port: server.port)
            let waiting = try RawClient(port: server.port)
            try await waiting.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
            let sending = try RawClient(port: server.port)
            try await sending.send(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
            )
            #expect(try await sending.response()?.status == 100)
            await slow.started.wait()

            async let end: Void = server.shutdown(within: .seconds(60))
            try await waitForRejection(server)
            #expect(try await idle.rest() == "")
            #expect(try await silent.rest() == "")
            try await sending.send("hello")
            let sent = try await sending.response()
            #expect(sent?.body == "POST / - [hello]\n")
            #expect(sent?["connection"] == "close")
            slow.gate.open()
            let waited = try await waiting.response()
            #expect(waited?.body == "GET /wait - []\n")
            #expect(waited?["connection"] == "close")
            #expect(try await waiting.rest() == "")
            await end
        }
    }

    @Test("a handler is cancelled at the end of the drain time")
    func handlerCancelledWhen() async throws {
        let started = Gate()
        let respond: @Sendable (Request) async -> Response = { request in
            started.open()
            try? await Task.sleep(for: .seconds(3600))
            return await echo(request)
        }
        try await withServer(respond: respond) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await started.wait()
            await server.shutdown(within: .milliseconds(50))
            #expect(try await client.rest() == "")
        }
    }

    @Test("a handler that heeds no cancellation is not waited for, and does no harm")
    func handlerHeedsCancellation() async throws {
        let slow = Slow()
        try await withServer(respond: slow.respond) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
            await slow.started.wait()
            await server.shutdown(within: .milliseconds(50))
            #expect(try await client.rest() == "")
            slow.gate.open()
            await slow.finished.wait()
        }
    }

    @Test("a request that is still arriving is closed at the end of the drain time")
    func requestStillArriving() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try await client.send(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
            )
            #expect(try await client.response()?.status == 100)
            await server.shutdown(within: .milliseconds(50))
            #expect(try await client.rest() == "")
        }
    }

    @Test("shutting down twice waits for the same end")
    func shuttingDownTwice() async throws {
        try await withServer(loops: 2) { server in
            async let first: Void = server.shutdown(within: .seconds(60))
            async let second: Void = server.shutdown(within: .seconds(60))
            _ = await (first, second)
            await server.shutdown(within: .seconds(60))
            #expect(throws: RawClient.Broken.self) { try RawClient(port: server.port) }
        }
    }
}
