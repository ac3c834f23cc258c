extension SessionCredential {
    /// The way in which an access token is presented to the servers that take it (RFC 6749 §7.1).
    package struct TokenType: RawRepresentable, Sendable, Hashable {
        /// The type's name, as in `token_type`.
        package let rawValue: String
        /// Creates a type from its name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// Every holder of the token may use it (RFC 6750).
        package static let bearer = Self(rawValue: "Bearer")
        /// The token is valid only with a proof made with the session's key (RFC 9449).
        package static let dpop = Self(rawValue: "DPoP")
    }
}
