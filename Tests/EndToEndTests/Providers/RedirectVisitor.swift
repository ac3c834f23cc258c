import CardeaCurlTransport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPTransport
import Foundation
import Testing

/// An app that signs in by redirects, and the browser of its user, which keeps the cookies of the server.
actor RedirectVisitor {
    static let app = "https://app.example/back"

    struct Begun {
        let url: String
        let session: String
    }

    private let server: ServerProcess
    private let transport = CurlTransport()
    private var cookies: [String: String] = [:]

    init(_ server: ServerProcess) { self.server = server }

    func begin(_ provider: String) async throws -> Begun {
        let reply = try await server.account(
            "createAuthUri",
            ["providerId": provider, "continueUri": Self.app]
        )
        return Begun(
            url: try #require(reply["authUri"], "\(provider): \(reply.error ?? "")"),
            session: try #require(reply["sessionId"])
        )
    }

    /// Opens an address.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - keepsCookies: Whether cookies stay as they are.
    /// - Returns: The status, and where the response leads to.
    /// - Throws: If there is no response.
    func go(_ url: String, keepsCookies: Bool = false) async throws -> (status: Int, location: String?) {
        let request = CardeaRequest(.get, try #require(URL(string: url)))
        let response = try await send(request, keepsCookies: keepsCookies)
        return (response.status, response.fields[.location])
    }

    /// Sends a request with the cookies of the browser.
    private func send(_ request: CardeaRequest, keepsCookies: Bool = false) async throws -> CardeaResponse {
        var request = request
        let isOwn = request.url.absoluteString.hasPrefix(server.url.absoluteString)
        if isOwn, !cookies.isEmpty {
            request.fields["cookie"] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
        }
        let response = try await transport.send(request)
        for field in isOwn && !keepsCookies ? response.fields.values(of: "set-cookie") : [] {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
            cookies[pair[0]] = pair.count == 2 && !pair[1].isEmpty ? pair[1] : nil
        }
        return response
    }

    /// Follows redirects to the address of the app.
    func follow(_ url: String) async throws -> String {
        var url = url
        while !url.hasPrefix(Self.app) {
            let (status, location) = try await go(url)
            url = try #require(location, "\(url): status \(status)")
        }
        return url
    }

    /// Opens a redirect.
    ///
    /// - Returns: The parameters of the request to the provider.
    func open(_ begun: Begun) async throws -> [String: String] {
        let page = try #require(try await go(begun.url).location)
        return try #require(page.formItems)
    }

    /// Brings the response of a provider; the browser has the cookie for as often as it tries.
    func bring(
        _ items: [(name: String, value: String)],
        to handler: String = "/oidc.acme"
    ) async throws -> (status: Int, location: String?) {
        let url = "\(server.url.absoluteString)/auth/handler\(handler)?\(FormCoding.encode(items))"
        return try await go(url, keepsCookies: true)
    }

    nonisolated func finish(_ url: String, _ session: String) async throws -> Reply {
        try await server.send(
            .post,
            "/v1/accounts:signInWithIdp?key=\(server.apiKey)",
            ["requestUri": url, "sessionId": session, "returnSecureToken": true],
            over: transport
        )
    }

    /// Goes through a whole redirect to Apple, whose page posts its response from another site.
    func signInWithApple() async throws -> Reply {
        let begun = try await begin("apple.com")
        let page = try #require(try await go(begun.url).location)
        let shown = try await send(CardeaRequest(.get, try #require(URL(string: page))))
        let form = try #require(JSONValue(parsing: shown.body)?.object)
        let handler = try #require(page.formItems?["redirect_uri"])
        var response = CardeaRequest(.post, try #require(URL(string: handler)))
        response.fields[.contentType] = "application/x-www-form-urlencoded"
        let items = form.map { (name: $0.0, value: $0.1.string ?? "") }
        response.body = Data(FormCoding.encode(items).utf8)
        let back = try #require(try await send(response).fields[.location])
        return try await finish(back, begun.session)
    }

    /// Goes through a whole redirect.
    func signIn(_ provider: String) async throws -> Reply {
        let begun = try await begin(provider)
        return try await finish(follow(begun.url), begun.session)
    }
}

extension String {
    /// The items of the query of a URL; `nil` if there is no query.
    var formItems: [String: String]? {
        guard let start = firstIndex(of: "?") else { return nil }
        let items = FormCoding.decode(self[start...].dropFirst().utf8)
        return items.map { Dictionary($0.map { ($0.name, $0.value) }) { $1 } }
    }
}
