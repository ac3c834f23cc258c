import CurlTransport
import Foundation
import HTTPMessages
import HTTPTransport

/// The requests that the server is measured with, over its Identity Toolkit endpoints.
struct IdentityRequests: Sendable {
    let base: URL
    let apiKey: String
    let transport: CurlTransport

    func isLive() async -> Bool {
        await send(HTTPRequest(.get, base.appending(path: "health/live"))) != nil
    }

    /// Signs a new anonymous user up.
    /// - Returns: The refresh token.
    func signUp() async -> String? {
        struct Answer: Decodable { let refreshToken: String }
        let answer = await send(post("v1/accounts:signUp", json: #"{"returnSecureToken":true}"#))
        return answer.flatMap { try? JSONDecoder().decode(Answer.self, from: $0).refreshToken }
    }

    /// - Returns: Whether the account was made.
    func signUp(email: String, password: String) async -> Bool {
        await send(post("v1/accounts:signUp", json: #"{"email":"\#(email)","password":"\#(password)"}"#))
            != nil
    }

    func signIn(email: String, password: String) async -> Bool {
        let body = #"{"email":"\#(email)","password":"\#(password)","returnSecureToken":true}"#
        return await send(post("v1/accounts:signInWithPassword", json: body)) != nil
    }

    /// - Returns: The next refresh token.
    func refresh(_ token: String) async -> String? {
        var request = post("v1/token", json: "")
        request.fields[.contentType] = "application/x-www-form-urlencoded"
        request.body = Data("grant_type=refresh_token&refresh_token=\(token)".utf8)
        return await send(request).flatMap(Self.refreshToken)
    }

    private func post(_ path: String, json: String) -> HTTPRequest {
        HTTPRequest(
            .post,
            base.appending(path: path).appending(queryItems: [URLQueryItem(name: "key", value: apiKey)]),
            fields: [.contentType: "application/json"],
            body: Data(json.utf8)
        )
    }

    private func send(_ request: HTTPRequest) async -> Data? {
        guard let answer = try? await transport.send(request), answer.status == 200 else { return nil }
        return answer.body
    }

    /// Found by search: a decoder would cost this program more than the server spends on the request.
    private static func refreshToken(in body: Data) -> String? {
        guard let name = body.range(of: Data(#""refresh_token":""#.utf8)) else { return nil }
        let rest = body[name.upperBound...]
        return rest.firstIndex(of: 34).map { String(decoding: rest[..<$0], as: UTF8.self) }
    }
}
