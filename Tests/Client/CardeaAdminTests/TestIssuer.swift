import CardeaAdmin
import CardeaCryptography
import CardeaEncodings
import CardeaJOSE
import CardeaLocks
import CardeaTesting
import Foundation
import Testing

/// An identity server that issues tokens and publishes its keys, without sockets.
final class TestIssuer: Sendable {
    struct State {
        var keys: [JSONWebKey] = []
        var cacheControl: String? = "public, max-age=300"
        var isDown = false
        var fetches = 0
        /// The responses of other paths, by path.
        var responses: [String: CardeaResponse] = [:]
        var requests: [CardeaRequest] = []
    }

    static let project = "project-1"
    static let address = "https://id.example.com"

    let clock = ManualClock()
    let key: PrivateKey
    let rsaKey: PrivateKey
    private let state = Mutex(State())

    /// Made once: an RSA key for each test would take longer than all the rest.
    private static let sharedRSAKey = Result { try PrivateKey.generate(.rs256) }

    init() throws {
        key = try PrivateKey.generate(.es256)
        rsaKey = try Self.sharedRSAKey.get()
        publish(["ec": key, "rsa": rsaKey])
    }

    /// Publishes other keys in place of the former ones.
    func publish(_ keys: [String: PrivateKey]) {
        let published = keys.map { JSONWebKey($0.value.publicKey, keyID: $0.key) }
        state.withLock { $0.keys = published }
    }

    func configuration() throws -> AdminClient.Configuration {
        AdminClient.Configuration(
            server: .cardea(try #require(URL(string: Self.address))),
            projectID: Self.project,
            transport: transport,
            clock: clock
        )
    }

    func client() throws -> AdminClient { try AdminClient(configuration()) }

    /// The number of requests for keys.
    var fetches: Int { state.withLock { $0.fetches } }
    /// All requests so far.
    var requests: [CardeaRequest] { state.withLock { $0.requests } }

    /// Changes what the server responds.
    func change(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
    }

    private var transport: ScriptedTransport {
        ScriptedTransport { [self] (request, _) throws(TransportError) in
            let response: CardeaResponse? = state.withLock { state in
                state.requests.append(request)
                if let response = state.responses[request.url.path()] { return response }
                state.fetches += 1
                guard !state.isDown else { return nil }
                var fields: HeaderFields = [.contentType: "application/json"]
                fields["cache-control"] = state.cacheControl
                return CardeaResponse(status: 200, fields: fields, body: Data(JSONWebKeySet(state.keys).json))
            }
            guard let response else { throw .offline }
            return response
        }
    }

    /// The claims of a valid token.
    var claims: [String: JSONValue] {
        let now = Int64(clock.now.timeIntervalSince1970)
        return [
            "iss": .string("\(Self.address)/\(Self.project)"), "aud": .string(Self.project),
            "sub": .string("ada"),
            "iat": .integer(now), "exp": .integer(now + 3600), "auth_time": .integer(now),
            "email": .string("ada@example.com"), "email_verified": .boolean(true), "role": .string("editor"),
            "firebase": .object(Self.object(["sign_in_provider": .string("password")])),
        ]
    }

    /// A token, put together by hand.
    func token(
        header: [String: JSONValue] = ["alg": .string("ES256"), "kid": .string("ec"), "typ": .string("JWT")],
        _ change: (inout [String: JSONValue]) -> Void = { _ in },
        signedBy signer: PrivateKey? = nil
    ) throws -> String {
        var claims = claims
        change(&claims)
        let input = Self.segment(header) + "." + Self.segment(claims)
        return input + "." + Base64URL.encode(try (signer ?? key).sign(Array(input.utf8)))
    }

    static func segment(_ members: [String: JSONValue]) -> String {
        var json = JSONText()
        json.value(.object(object(members)))
        return Base64URL.encode(json.bytes)
    }

    static func object(_ members: [String: JSONValue]) -> JSONObject {
        var object = JSONObject()
        for (name, value) in members { object[name] = value }
        return object
    }
}
