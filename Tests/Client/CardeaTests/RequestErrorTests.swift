import Cardea
import CardeaHTTPTransport
import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// The errors of requests of the app, in the SDK's words.
@Suite("Errors of requests")
struct RequestErrorTests {
    /// Gives an outcome for every request to the app's back end, and the server's responses otherwise.
    private struct BackEndTransport: HTTPTransport {
        let desk: Desk
        let outcome: Result<CardeaResponse, TransportError>

        func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
            guard request.url.host == desk.backEnd.host else { return try await desk.server.send(request) }
            return try outcome.get()
        }
    }

    private func user(of desk: Desk, by transport: any HTTPTransport) async throws -> CardeaUser {
        var configuration = try desk.client().configuration
        configuration.transport = transport
        return try await CardeaClient(configuration).signUp(email: Desk.email, password: Desk.password)
    }

    @Test(
        "each failure of the transport has the code that says what to do",
        arguments: [
            (TransportError.Code.responseTooLarge, CardeaError.Code.responseTooLarge),
            (.invalidRequest, .invalidArgument), (.cannotConnect, .networkUnavailable),
        ]
    )
    func transport(_ code: TransportError.Code, _ expected: CardeaError.Code) async throws {
        let desk = try Desk()
        let error = TransportError(code, mayHaveBeenReceived: false, description: "it failed")
        let user = try await user(of: desk, by: BackEndTransport(desk: desk, outcome: .failure(error)))
        let failure = await failure { _ = try await desk.call(as: user) }
        #expect(failure?.code == expected && failure?.transportError == error)
    }

    @Test("a download to a path that cannot be written fails with fileFailed")
    func file() async throws {
        let desk = try Desk()
        let response = CardeaResponse(status: 200, body: Data("content".utf8))
        let user = try await user(of: desk, by: BackEndTransport(desk: desk, outcome: .success(response)))
        let file = URL(fileURLWithPath: "/proc/no/such/directory/file")
        let failure = await failure {
            _ = try await user.download(for: CardeaRequest(.get, desk.backEnd), to: file)
        }
        #expect(failure?.code == .fileFailed)
    }

    @Test("a status 429 of a proxy before the server is tooManyAttempts")
    func overload() async throws {
        let desk = try Desk()
        let response = CardeaResponse(status: 429, fields: [.retryAfter: "7"], body: Data("busy".utf8))
        let transport = ScriptedTransport(responses: [.success(response)])
        let failure = await failure { _ = try await user(of: desk, by: transport) }
        #expect(failure?.code == .tooManyAttempts && failure?.retryAfter == .seconds(7))
    }

    @Test(
        "a rejection has a code that says what to do, and a description without gaps",
        arguments: [
            (
                400, "API key not valid. Please pass a valid API key.", "INVALID_ARGUMENT",
                CardeaError.Code.invalidAPIKey,
                "invalidAPIKey — INVALID_ARGUMENT: API key not valid. Please pass a valid API key."
            ),
            (
                403, "The request is missing a valid API key.", "PERMISSION_DENIED", .invalidAPIKey,
                "invalidAPIKey — PERMISSION_DENIED: The request is missing a valid API key."
            ),
            (
                400, "Invalid JSON payload received.", "INVALID_ARGUMENT", .invalidArgument,
                "invalidArgument — INVALID_ARGUMENT: Invalid JSON payload received."
            ),
            (413, "The body is too large.", "", .unknown, "unknown — The body is too large."),
            (
                503, "UNAVAILABLE", "", .serverError, "serverError — UNAVAILABLE — the outcome is unknown"
            ),
        ]
    )
    func rejection(
        status: Int,
        message: String,
        name: String,
        code: CardeaError.Code,
        description: String
    ) async throws {
        let desk = try Desk()
        let name = name.isEmpty ? "" : #","status":"\#(name)""#
        let body = #"{"error":{"code":\#(status),"message":"\#(message)"\#(name)}}"#
        let response = CardeaResponse(status: status, body: Data(body.utf8))
        let transport = ScriptedTransport { _, _ in response }
        let failure = await failure { _ = try await user(of: desk, by: transport) }
        #expect(failure?.code == code && failure?.description == description)
    }
}
