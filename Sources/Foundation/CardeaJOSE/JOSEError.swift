/// The reason why a token or a key was rejected, or signing failed.
package enum JOSEError: Error, Sendable, Equatable {
    /// The text is not three segments of Base64url, or its header or key has an invalid form.
    case malformed
    /// The token is longer than every token that Cardea issues.
    case tooLong
    /// The header contains a parameter that is never supported: `crit`, `b64`, or a key.
    case unsupportedHeader
    /// `typ` is missing or names another type of token.
    case wrongType
    /// `kid` is missing, or no key of the verifier has it.
    case unknownKey
    /// `alg` is not the algorithm of the key.
    case wrongAlgorithm
    case invalidSignature
    /// The key is damaged, too weak, or of a type that is not used.
    case invalidKey
    case signingFailed
}
