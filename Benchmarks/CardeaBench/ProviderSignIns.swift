import BareServers
import CardeaCurlTransport
import CardeaHTTPMessages
import CardeaHTTPTransport
import Foundation

/// Sign-ins by an OpenID provider: with an ID token, which was issued before, and by whole redirects.
final class ProviderSignIns {
    private static let provider = "oidc.bench"
    private static let app = "http://127.0.0.1/back"

    /// Where the redirect of a connection is.
    private struct Step {
        var number = 0
        var session = ""
        var state = ""
        /// The field that names the network of the user.
        var network = ""
    }

    private let begin: JSONRequest
    private let signIn: JSONRequest
    private let host: String
    private var bodies: [String] = []
    private var steps: [Step]
    private var redirects = 0

    init(_ count: Int, at server: ServerUnderTest, _ issuer: URL) async throws {
        begin = JSONRequest("createAuthUri", at: server)
        signIn = JSONRequest("signInWithIdp", at: server)
        host = "Host: 127.0.0.1:\(server.port)\r\n"
        steps = [Step](repeating: Step(), count: count)
        try server.set("providers.redirectURLs", Self.app)
        let base = issuer.absoluteString
        try server.command([
            "provider", "set", Self.provider, "--client-id", ProviderServer.client, "--issuer", base,
        ])
        let transport = CurlTransport()
        for index in 0..<count {
            struct Tokens: Decodable { let id_token: String }
            var request = CardeaRequest(.post, issuer.appending(path: "token"))
            request.fields[.contentType] = "application/x-www-form-urlencoded"
            request.body = Data("code=\(index).bench".utf8)
            let token = try JSONDecoder().decode(Tokens.self, from: await transport.send(request).body)
                .id_token
            let form = "providerId=\(Self.provider)&nonce=bench&id_token=\(token)"
            bodies.append(
                #"{"requestUri":"http://localhost","postBody":"\#(form)","returnSecureToken":true}"#
            )
        }
    }

    func nextToken(_ index: Int, _ body: ArraySlice<UInt8>) -> [UInt8] { signIn.bytes(bodies[index]) }

    /// The next of the four requests of a redirect: of the app, twice of the browser, and of the app again.
    func nextStep(_ index: Int, _ response: ArraySlice<UInt8>) -> [UInt8] {
        let text = String(decoding: response, as: UTF8.self)
        func value(_ name: String, upTo end: Character...) -> String {
            guard let range = text.firstRange(of: name) else { return "" }
            return String(text[range.upperBound...].prefix { !end.contains($0) && !$0.isNewline })
        }
        if response.isEmpty { steps[index].number = 0 }
        defer { steps[index].number = (steps[index].number + 1) % 4 }
        switch steps[index].number {
        case 0:
            redirects += 1
            // A network begins a limited number of redirects, and ends a limited number at once.
            let address = [16, 8, 0].map { "\((redirects >> $0) & 255)" }.joined(separator: ".")
            steps[index].network = "X-Forwarded-For: 10.\(address)\r\n"
            return begin.bytes(
                #"{"providerId":"\#(Self.provider)","continueUri":"\#(Self.app)"}"#,
                steps[index].network
            )
        case 1:
            steps[index].session = value(#""sessionId":""#, upTo: "\"")
            steps[index].state = value("auth/start?state=", upTo: "\"", "&")
            return page("start?state=\(steps[index].state)")
        case 2:
            let query = "code=\(index).\(value("nonce=", upTo: "&"))&state=\(steps[index].state)"
            return page(
                "handler/\(Self.provider)?\(query)",
                "Cookie: \(value("set-cookie: ", upTo: ";"))\r\n"
            )
        default:
            let url = value("location: ")
            return signIn.bytes(
                #"{"requestUri":"\#(url)","sessionId":"\#(steps[index].session)"}"#,
                steps[index].network
            )
        }
    }

    private func page(_ path: String, _ fields: String = "") -> [UInt8] {
        Array("GET /auth/\(path) HTTP/1.1\r\n\(host)\(fields)\r\n".utf8)
    }
}
