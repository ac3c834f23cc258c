internal import CardeaCryptography
internal import CardeaEncodings
internal import CardeaSession

/// A random text that binds an ID token to one sign-in (OpenID Connect Core §3.1.2.1).
///
///     let nonce = SignInNonce()
///     request.nonce = nonce.sha256
public struct SignInNonce: Sendable, Hashable {
    /// The text, for the server.
    public let value: String

    /// A new nonce.
    public init() {
        var random = SystemRandomNumberGenerator()
        value = random.id() + random.id()
    }

    /// The SHA-256 of the text in hexadecimal, for the provider.
    public var sha256: String { Hexadecimal.encode(SHA256.hash(value.utf8)) }
}
