import CardeaIdentityDomain

/// The proof of a sign-in method, with the values that the session gets from it.
struct SignInProof: Sendable {
    let method: SignInMethod
    /// The access-token lifetime that the request asks for (K6).
    var lifetime: TimeSpan?
    /// The time of the proof, if it is older than the request.
    var provedAt: Timestamp?
    /// The claims of a custom token: JSON text of one object.
    var developerClaims: String?
    /// The claims of an identity provider: JSON text of one object.
    var attributes: String?

    init(_ method: SignInMethod, lifetime: TimeSpan? = nil) {
        self.method = method
        self.lifetime = lifetime
    }
}
