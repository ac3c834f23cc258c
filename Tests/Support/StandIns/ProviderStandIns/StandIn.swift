package import CardeaCryptography
package import CardeaEncodings
import CardeaHTTPMessages
package import CardeaHTTPRouting
import CardeaHTTPServing
import CardeaJOSE
import CardeaLocks
import LoggingTestSupport

/// Identity providers on loopback that respond as a test says, on a real socket.
package final class StandIn: Sendable {
    package typealias Handler = @Sendable (Request) async -> Response

    /// A test has asked for a key that there is not.
    struct UnknownKey: Error {}

    private struct Site: AsyncResponder {
        let standIn: StandIn

        func respond(to request: Request) async -> Response {
            await standIn.respond(to: request)
        }
    }

    /// The nonce for the next ID token of a test.
    package let lastNonce = SharedText()
    private let state = Mutex((handlers: [String: Handler](), requests: [Request](), port: 0))
    /// Its signing keys, by ID.
    private let keys = Mutex<[(id: String, key: PrivateKey)]>([])

    package init() async throws {
        let server = try HTTPServer.start(
            HTTPServer.Configuration(
                address: .tcp(host: "127.0.0.1", port: 0),
                loops: 1,
                logger: LogRecorder().logger
            ),
            responder: Site(standIn: self)
        )
        state.withLock { $0.port = server.port }
        try addKey("first")
        on("/.well-known/openid-configuration") { [self] _ in .json(metadata.text) }
        on("/keys") { [self] _ in .json(keySet) }
    }

    package var url: String { "http://127.0.0.1:\(state.withLock(\.port))" }

    /// The requests so far.
    package var requests: [Request] { state.withLock(\.requests) }

    package func count(_ path: String) -> Int { requests.filter { $0.path == path }.count }

    /// Sets the response of a path.
    package func on(_ path: String, _ handler: @escaping Handler) {
        state.withLock { $0.handlers[path] = handler }
    }

    private func respond(to request: Request) async -> Response {
        let handler = state.withLock { state in
            state.requests.append(request)
            return state.handlers[request.path]
        }
        return await handler?(request) ?? Response(status: 404)
    }

    /// The discovery document.
    package var metadata: JSONValue {
        [
            "issuer": .string(url), "authorization_endpoint": .string("\(url)/authorize"),
            "token_endpoint": .string("\(url)/token"), "userinfo_endpoint": .string("\(url)/userinfo"),
            "jwks_uri": .string("\(url)/keys"),
        ]
    }

    // MARK: Keys

    package func addKey(_ id: String, _ algorithm: SignatureAlgorithm = .rs256) throws {
        let key = try PrivateKey.generate(algorithm)
        keys.withLock { $0.append((id, key)) }
    }

    package func removeKey(_ id: String) { keys.withLock { $0.removeAll { $0.id == id } } }

    package func publicKey(_ id: String) throws -> PublicKey {
        guard let key = keys.withLock({ keys in keys.first { $0.id == id } }) else { throw UnknownKey() }
        return key.key.publicKey
    }

    /// The response of a key set at another path.
    package func keysResponse(_ request: Request) async -> Response { .json(keySet) }

    private var keySet: [UInt8] {
        JSONWebKeySet(keys.withLock(\.self).map { JSONWebKey($0.key.publicKey, keyID: $0.id) }).json
    }

    /// Signs claims, with the newest key by default.
    package func sign(_ claims: JSONValue, key id: String? = nil, as name: String? = nil) throws -> String {
        guard let key = keys.withLock({ keys in keys.last { id == nil || $0.id == id } }) else {
            throw UnknownKey()
        }
        let token = try TokenSigner(key: key.key, keyID: name ?? key.id).sign(claims.text)
        return String(decoding: token, as: UTF8.self)
    }
}

/// A text that a test and its stand-in share.
package final class SharedText: Sendable {
    private let text = Mutex("")

    package func withLock<Result>(_ body: (inout sending String) -> sending Result) -> sending Result {
        text.withLock(body)
    }
}

extension JSONValue {
    /// The value as JSON text.
    package var text: [UInt8] {
        var json = JSONText()
        json.value(self)
        return json.bytes
    }

    /// The same object with other members.
    package func with(_ changes: [String: JSONValue?]) -> JSONValue {
        guard var members = object else { return self }
        for (name, value) in changes { members[name] = value }
        return .object(members)
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        var members = JSONObject()
        for (name, value) in elements { members[name] = value }
        self = .object(members)
    }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}
