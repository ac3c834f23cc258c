import CardeaSession
import Foundation
import Testing

/// The parts of every call, over sockets: the token, its place, and a classifier of the response.
struct CallTests {
    @Test(
        "the token goes to the app's own origin: not to another port of the host, nor along a redirect (R1, R2, X9)"
    )
    func foreignOrigin() async throws {
        let setting = try await CallSetting()
        let foreign = try await PythonServer.start("calls.py")
        let things = foreign.url.appending(path: "things")
        #expect(try await setting.engine.data(for: CardeaRequest(.get, things)).status == 401)
        var away = setting.request(.get, "away")
        away.url.append(queryItems: [URLQueryItem(name: "to", value: things.absoluteString)])
        #expect(try await setting.engine.data(for: away).status == 401)
        // An unknown value would be reported.
        #expect(try await foreign.log == ["GET /things 401", "GET /things 401"])
        #expect(try await setting.server.log == ["GET /away 307 token 1"])
    }

    @Test("another failure than 401 goes to its caller untouched (R4)", arguments: [400, 403, 404, 500])
    func untouched(status: Int) async throws {
        let setting = try await CallSetting()
        try await setting.server.fail("/things", "\(status)")
        #expect(try await setting.engine.data(for: setting.request(.get, "things")).status == status)
        #expect(try await setting.server.log == ["GET /things \(status)"])
    }

    @Test("in callback form: the engine sees the 401 first, and the app nothing of it (R10, S7)")
    func callbacks() async throws {
        let setting = try await CallSetting()
        _ = try await setting.server.send(.post, "/expire")
        let request = setting.request(.get, "things", number: 7)
        let response = await withCheckedContinuation { continuation in
            _ = setting.engine.data(for: request) { continuation.resume(returning: $0) }
        }
        let reply = Reply(try response.get())
        #expect(reply.status == 200 && reply["n"] == "7")
        #expect(try await setting.server.log.first == "GET /things 401 token 1")

        let result = await withCheckedContinuation { continuation in
            setting.engine.signOut { continuation.resume(returning: $0) }
        }
        #expect(result.isComplete && setting.engine.state == .signedOut(.requested))
    }

    @Test(
        "a stored credential that is damaged: an error of its own, nothing deleted, and a new sign-in works (S5)"
    )
    func damaged() async throws {
        let server = try await PythonServer.start("calls.py")
        let directory = try TemporaryDirectory()
        let path = URL(filePath: try directory.file("store"))
        func engine() -> SessionEngine {
            SessionEngine(
                configuration: SessionConfiguration(origins: server.origins),
                refresher: nil,
                store: EncryptedFileStore(directory: path)
            )
        }
        try await engine().signIn(with: try await server.login())
        let file = path.appending(path: "default.credential")
        let damaged = try Data(contentsOf: file).dropLast()
        try damaged.write(to: file)

        let next = engine()
        await #expect {
            _ = try await next.restore()
        } throws: {
            ($0 as? SessionError)?.code == .storeDamaged
        }
        #expect(try Data(contentsOf: file) == damaged)
        try await next.signIn(with: try await server.login())
        let things = CardeaRequest(.get, server.url.appending(path: "things"))
        #expect(try await next.data(for: things).status == 200 && next.isPersisted)
    }
}
