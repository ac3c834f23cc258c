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
            case 200 where response.fields[.contentType]?.hasPrefix("application/json") == true:
                // A page that submits a form by itself, as Apple's does.
                let form = try JSONDecoder().decode(SubmittedForm.self, from: response.body)
                request = Self.form(form.fields.map { ($0.key, $0.value) }, to: form.action)
            case 200 where String(decoding: response.body, as: UTF8.self).contains("name=\"sub\""):
                request = Self.form([("sub", subject)], to: request.url)
            default:
                return request.url.absoluteString
            }
        }
        Issue.record("redirects without end")
        return request.url.absoluteString
    }

    private struct SubmittedForm: Decodable {
        let action: URL
        let fields: [String: String]
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
