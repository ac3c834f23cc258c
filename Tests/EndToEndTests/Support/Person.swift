import CardeaCurlTransport
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import CardeaSession
import Foundation
import Testing

/// A person at a browser: it keeps the cookies of a server, follows redirects one by one, and fills in the forms of providers.
final class Person: Sendable {
    private let server: URL
    private let subject: String
    private let network = CurlTransport()
    private let cookies = Mutex<[String: String]>([:])

    /// Creates a person.
    ///
    /// - Parameters:
    ///   - server: The server whose cookies are kept.
    ///   - subject: The account at an OpenID provider.
    init(at server: ServerProcess, subject: String = "ada-at-acme") {
        self.server = server.url
        self.subject = subject
    }

    /// The browser on this machine, which comes back to the app by a loopback address.
    var browser: ExternalUserAgent {
        .loopback(timeout: .seconds(120)) { page in
            Task {
                let last = try await self.visit(page)
                #expect(last.contains("/callback?"), "the browser ends at \(last)")
            }
        }
    }

    /// Goes to a page, through everything that the provider asks for.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - opensApp: Whether an address opens the app; the browser does not fetch it.
    /// - Returns: The address that the browser stops at.
    /// - Throws: Errors of the network.
    @discardableResult
    func visit(
        _ page: URL,
        opensApp: (String) -> Bool = { $0.hasPrefix("com.example.app:") }
    ) async throws -> String {
        var request = CardeaRequest(.get, page)
        for _ in 0..<20 {
            let response = try await send(request)
            switch response.status {
            case 302, 303:
                let location = try #require(response.fields[.location])
                if opensApp(location) { return location }
                request = CardeaRequest(.get, try #require(URL(string: location, relativeTo: request.url)))
            default:
                guard let next = try submission(of: response, at: request.url) else {
                    return request.url.absoluteString
                }
                request = next
            }
        }
        Issue.record("redirects without end")
        return request.url.absoluteString
    }

    /// The form of a page that the person fills in, or that submits itself, as Apple's does; `nil` for a page without.
    private func submission(of response: CardeaResponse, at page: URL) throws -> CardeaRequest? {
        let html = String(decoding: response.body, as: UTF8.self)
        if html.contains("name=\"sub\"") { return Self.form([("sub", subject)], to: page) }
        guard html.contains("forms[0].submit()"), let action = html.firstMatch(of: /action="([^"]*)"/) else {
            return nil
        }
        let fields = html.matches(of: /name="([^"]*)" value="([^"]*)"/)
            .map { (String($0.1), Self.unescaped($0.2)) }
        return Self.form(fields, to: try #require(URL(string: Self.unescaped(action.1))))
    }

    private static func unescaped(_ text: Substring) -> String {
        [("&quot;", "\""), ("&#x27;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }

    private static func form(_ fields: [(String, String)], to url: URL) -> CardeaRequest {
        let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        let pairs = fields.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")"
        }
        var request = CardeaRequest(.post, url.absoluteURL, body: Data(pairs.joined(separator: "&").utf8))
        request.fields[.contentType] = "application/x-www-form-urlencoded"
        return request
    }

    private func send(_ request: CardeaRequest) async throws -> CardeaResponse {
        let isServer = request.url.host() == server.host() && request.url.port == server.port
        var request = request
        request.url = request.url.absoluteURL
        if isServer {
            let own = cookies.withLock { $0.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
            request.fields["cookie"] = own.isEmpty ? nil : own
        }
        let response = try await network.send(request)
        for line in isServer ? response.fields.values(of: "set-cookie") : [] {
            let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
            cookies.withLock { $0[pair[0]] = pair.count > 1 && !pair[1].isEmpty ? pair[1] : nil }
        }
        return response
    }
}
