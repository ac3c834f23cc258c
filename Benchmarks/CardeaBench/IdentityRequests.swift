import CurlTransport
import Foundation
import HTTPMessages
import HTTPTransport

/// The requests that the server is measured with, over its Identity Toolkit endpoints.
///
/// They are made once, where that is possible: this program has the server's cores for itself while it makes one.
struct IdentityRequests: Sendable {
    private let transport: CurlTransport
    private let live: HTTPRequest
    private let signUp: HTTPRequest
    private let signIn: HTTPRequest
    private let refresh: HTTPRequest

    init(base: URL, apiKey: String, transport: CurlTransport) {
        func post(_ path: String, _ mediaType: String = "application/json") -> HTTPRequest {
            let key = URLQueryItem(name: "key", value: apiKey)
            let url = base.appending(path: path).appending(queryItems: [key])
            return HTTPRequest(.post, url, fields: [.contentType: mediaType])
        }
        self.transport = transport
        live = HTTPRequest(.get, base.appending(path: "health/live"))
        signUp = post("v1/accounts:signUp")
        signIn = post("v1/accounts:signInWithPassword")
        refresh = post("v1/token", "application/x-www-form-urlencoded")
    }

    func isLive() async -> Bool {
        await send(live) != nil
    }

    /// Signs a new anonymous user up.
    /// - Returns: The refresh token.
    func signUp() async -> String? {
        struct Answer: Decodable { let refreshToken: String }
        let answer = await send(signUp, #"{"returnSecureToken":true}"#)
        return answer.flatMap { try? JSONDecoder().decode(Answer.self, from: $0).refreshToken }
    }

    /// - Returns: Whether the account was made.
    func signUp(email: String, password: String) async -> Bool {
        await send(signUp, #"{"email":"\#(email)","password":"\#(password)"}"#) != nil
    }

    func signIn(email: String, password: String) async -> Bool {
        let body = #"{"email":"\#(email)","password":"\#(password)","returnSecureToken":true}"#
        return await send(signIn, body) != nil
    }

    /// - Returns: The next refresh token.
    func refresh(_ token: String) async -> String? {
        await send(refresh, "grant_type=refresh_token&refresh_token=\(token)").flatMap(Self.refreshToken)
    }

    private func send(_ request: HTTPRequest, _ body: String? = nil) async -> Data? {
        var request = request
        request.body = body.map { Data($0.utf8) }
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
