import Cardea
import CardeaAdmin
import CardeaCurlTransport
import ChildProcesses
import Foundation
import Testing

/// The sample back end as a process, beside `cardea serve`, with the client of an app.
@Suite struct BackEndSampleTests {
    private let desk: AdminDesk
    private let process: ChildProcess
    private let address: URL
    private let app: CardeaClient

    init() async throws {
        desk = try await AdminDesk()
        process = try ChildProcess(
            Program.backEnd,
            [],
            in: desk.directory,
            environment: ["CARDEA": desk.server.url.absoluteString, "KEY_FILE": desk.keyFile.path]
        )
        let (started, running) = (Date(), process)
        while !running.output.contains("\n"), running.isRunning, started.timeIntervalSinceNow > -60 {
            try await Task.sleep(for: .milliseconds(5))
        }
        let line = try #require(running.output.split(separator: "\n").first, "\(running.errors)")
        address = try #require(URL(string: String(line.dropFirst("listening on ".count))))
        app = CardeaClient(
            .init(
                server: .cardea(desk.server.url),
                apiKey: desk.server.apiKey,
                store: InMemoryStore(),
                session: SessionConfiguration(origin: address)
            )
        )
    }

    private func send(
        _ method: RequestMethod,
        _ path: String,
        as user: CardeaUser,
        _ note: String? = nil
    ) async throws -> CardeaResponse {
        let request = CardeaRequest(method, address.appending(path: path), body: note.map { Data($0.utf8) })
        return try await user.data(for: request)
    }

    @Test("a user sees their own notes; a request without a valid token sees none (U13)")
    func notes() async throws {
        defer { process.send(15) }
        let ada = try await app.signUp(email: Ada.email, password: Ada.password)
        let bob = try await app.signUp(email: "bob@example.com", password: Ada.password)
        #expect(
            try await send(.post, "notes", as: ada, "Oil the hinge").json([String].self) == ["Oil the hinge"]
        )
        #expect(try await send(.get, "notes", as: bob).json([String].self).isEmpty)
        #expect(try await send(.get, "notes", as: ada).json([String].self) == ["Oil the hinge"])

        for authorization in [nil, "Bearer", "Bearer x.y.z", "Basic YTpi", "Bearer \(try await other())"] {
            var request = CardeaRequest(.get, address.appending(path: "notes"))
            request.fields[.authorization] = authorization
            let response = try await CurlTransport().send(request)
            #expect(response.status == 401)
            #expect(response.fields[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
        }
    }

    /// A token of another server.
    private func other() async throws -> String {
        let desk = try await AdminDesk()
        return try await desk.app().signInAnonymously().idToken().reveal()
    }

    @Test("a role is a custom claim, which the next refresh brings (U12)")
    func roles() async throws {
        defer { process.send(15) }
        let ada = try await app.signUp(email: Ada.email, password: Ada.password)
        #expect(try await send(.get, "users", as: ada).status == 403)
        try await desk.admin.setCustomClaims(of: ada.uid, ["role": "admin"])
        _ = try await ada.idToken(forcingRefresh: true)
        #expect(try await send(.get, "users", as: ada).json([String].self) == [Ada.email])
    }

    @Test("a user whose sessions were ended deletes nothing, also with a token that has not expired")
    func revocation() async throws {
        defer { process.send(15) }
        let ada = try await app.signUp(email: Ada.email, password: Ada.password)
        _ = try await send(.post, "notes", as: ada, "Oil the hinge")
        let token = try await ada.idToken().reveal()
        // A revocation ends what was signed in to in the seconds before.
        try await Task.sleep(for: .seconds(1.1))
        try await desk.admin.revokeSessions(of: ada.uid)
        var request = CardeaRequest(.delete, address.appending(path: "notes"))
        request.fields[.authorization] = "Bearer \(token)"
        #expect(try await CurlTransport().send(request).status == 401)
        request.method = .get
        #expect(try await CurlTransport().send(request).json([String].self) == ["Oil the hinge"])
    }
}
