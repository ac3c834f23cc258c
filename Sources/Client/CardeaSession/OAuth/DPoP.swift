import CardeaEncodings
import Foundation
import CardeaLocks

/// Binds a session's tokens to a key of this device, and sends a proof of the key with each request (RFC 9449).
///
/// The key is a part of the credential (`SessionCredential.proofKey`), and is stored with it. A sign-in creates a key
/// by `newKey`, and sends the token request with a proof by `send`. Then it adopts a credential with this key. A
/// credential without a key, or with a bearer token, is sent without a proof. A server's nonces are remembered for each
/// origin. A request that was rejected for a missing nonce is sent again with one.
public final class DPoP: RequestAuthorizer {
    private struct State {
        var nonces: [WebOrigin: String] = [:]
        var serverClock = ServerClock()
        var random: any RandomNumberGenerator & Sendable
        /// The key that was used last, so that it is not read anew for every request.
        var signer: (key: SessionSecret, signer: DPoPSigner)?
    }

    private let clock: any SessionClock
    private let state: Mutex<State>

    /// Creates an authorizer, which can serve an engine and its refresher at once.
    ///
    /// - Parameters:
    ///   - clock: Tells the time that proofs are made at; a server's `Date` corrects it.
    ///   - random: Gives the proofs' ids; must be cryptographic.
    public init(
        clock: (any SessionClock)? = nil,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.clock = clock ?? SystemClock()
        state = Mutex(State(random: random))
    }

    /// A new key for a new session; `nil` when the system has no cryptography to make one.
    public static func newKey() -> SessionSecret? { DPoPSigner()?.secret }

    /// The thumbprint of a key (RFC 7638), for `dpop_jkt` in an authorization request (RFC 9449 §10).
    public static func thumbprint(of key: SessionSecret) -> String? { DPoPSigner(key)?.thumbprint }

    /// `Authorization: DPoP …` and the proof for this request and this token.
    public func authorize(_ request: inout CardeaRequest, with credential: SessionCredential) {
        let token = credential.accessToken.reveal()
        let key = credential.tokenType == .bearer ? nil : credential.proofKey
        let isBound = prove(&request, with: key, token: token)
        request.fields[.authorization] = (isBound ? "DPoP " : "Bearer ") + token
    }

    /// Removes the token and the proof.
    public func strip(_ request: inout CardeaRequest) {
        request.fields[.authorization] = nil
        request.fields[.dpop] = nil
    }

    /// Remembers the nonce that a response brings; returns whether the request was rejected because of a missing nonce.
    public func wantsRepeat(of request: CardeaRequest, after response: CardeaResponse) -> Bool {
        let date = response.date
        let nonce = response.fields[.dpopNonce].flatMap { $0.isEmpty ? nil : $0 }
        guard date != nil || nonce != nil else { return false }
        let uptime = clock.uptime
        let origin = WebOrigin(request.url)
        state.withLock { state in
            if let date { state.serverClock.learn(date, at: uptime) }
            if let nonce, let origin { state.nonces[origin] = nonce }
        }
        return nonce != nil && Self.asksForNonce(response)
    }

    /// Sends a request to a token endpoint, with a proof and no token.
    ///
    /// If the server demands a nonce, it is sent again.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - key: The session's key; `nil` for no proof.
    ///   - transport: Sends it.
    /// - Returns: The response, with any status.
    /// - Throws: `TransportError` when there was none.
    public func send(
        _ request: CardeaRequest,
        provenWith key: SessionSecret?,
        over transport: any HTTPTransport
    ) async throws(TransportError) -> CardeaResponse {
        var proven = request
        prove(&proven, with: key, token: nil)
        let response = try await transport.send(proven)
        guard wantsRepeat(of: proven, after: response) else { return response }
        prove(&proven, with: key, token: nil)
        let second = try await transport.send(proven)
        _ = wantsRepeat(of: proven, after: second)
        return second
    }

    /// Adds a proof; returns whether there was a key to make it with.
    @discardableResult
    private func prove(_ request: inout CardeaRequest, with key: SessionSecret?, token: String?) -> Bool {
        request.fields[.dpop] = nil
        guard let key else { return false }
        let origin = WebOrigin(request.url)
        let (uptime, device) = (clock.uptime, clock.now)
        let (signer, proof) = state.withLock { state in
            let signer = state.signer.flatMap { $0.key == key ? $0.signer : nil } ?? DPoPSigner(key)
            state.signer = signer.map { (key, $0) }
            let proof = DPoPProof(
                method: request.method,
                url: request.url,
                token: token,
                nonce: origin.flatMap { state.nonces[$0] },
                id: state.random.id(),
                issuedAt: state.serverClock.date(at: uptime, device: device)
            )
            return (signer, proof)
        }
        guard let signed = signer?.sign(proof) else { return false }
        request.fields[.dpop] = signed
        return true
    }

    /// Whether a resource (RFC 9449 §9) or a token endpoint (§8) rejected a request because of a missing nonce.
    private static func asksForNonce(_ response: CardeaResponse) -> Bool {
        let code: ExactText = "use_dpop_nonce"
        switch response.status {
        case 401:
            let challenges = AuthenticationChallenge.parse(response.fields.values(of: .wwwAuthenticate))
            if challenges.contains(where: { $0.scheme == "dpop" && $0["error"]?.exact == code }) {
                return true
            }
            return JSONValue(parsing: response.body)?["error"]?.string?.exact == code
        case 400: return JSONValue(parsing: response.body)?["error"]?.string?.exact == code
        default: return false
        }
    }
}

extension HeaderFields.Name {
    fileprivate static let dpop: Self = "dpop"
    fileprivate static let dpopNonce: Self = "dpop-nonce"
}
