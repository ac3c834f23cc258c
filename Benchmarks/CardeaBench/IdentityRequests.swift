import CardeaCurlTransport
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport

/// The requests that make users and sign them in, over the server's Identity Toolkit endpoints.
struct IdentityRequests: Sendable {
    private let transport = CurlTransport(.init(maximumConnections: 128))
    private let signUp: CardeaRequest
    private let signIn: CardeaRequest

    init(_ server: ServerUnderTest) {
        func post(_ path: String) -> CardeaRequest {
            let key = URLQueryItem(name: "key", value: server.apiKey)
            let url = server.base.appending(path: path).appending(queryItems: [key])
            return CardeaRequest(.post, url, fields: [.contentType: "application/json"])
        }
        signUp = post("v1/accounts:signUp")
        signIn = post("v1/accounts:signInWithPassword")
    }

    /// The tokens of a new session.
    struct Tokens: Decodable { let idToken, refreshToken: String }

    /// Signs a new anonymous user up.
    func signUp() async -> Tokens? {
        let response = await send(signUp, #"{"returnSecureToken":true}"#)
        return response.flatMap { try? JSONDecoder().decode(Tokens.self, from: $0) }
    }

    /// - Returns: Whether the account was made.
    func signUp(email: String, password: String) async -> Bool {
        await send(signUp, #"{"email":"\#(email)","password":"\#(password)"}"#) != nil
    }

    func signIn(email: String, password: String) async -> Bool {
        let body = #"{"email":"\#(email)","password":"\#(password)","returnSecureToken":true}"#
        return await send(signIn, body) != nil
    }

    private func send(_ request: CardeaRequest, _ body: String) async -> Data? {
        var request = request
        request.body = Data(body.utf8)
        guard let response = try? await transport.send(request), response.status == 200 else { return nil }
        return response.body
    }
}
