/// Why a token or key was refused, or could not be made.
package enum JOSEError: Error, Sendable, Equatable {
    /// Not three segments of Base64url, or a header or key that is no JSON object of the right shape.
    case malformed
    /// Longer than any token that Cardea issues.
    case tooLong
    /// The header asks for something that is never honoured: `crit`, `b64`, or a key that it brings along.
    case unsupportedHeader
    /// `typ` is missing or names another kind of token.
    case wrongType
    /// `kid` is missing, or names no key of the verifier.
    case unknownKey
    /// `alg` is not the algorithm of the key.
    case wrongAlgorithm
    case invalidSignature
    /// A key that is damaged, too weak, or of a kind that is not used.
    case invalidKey
    case signingFailed
}
