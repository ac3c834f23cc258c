/// The reason why a password was not hashed.
package enum PasswordHashingError: Error, Sendable, Equatable {
    /// Too many passwords wait, memory is short, the hasher is closed, or the task was cancelled while it waited.
    case overloaded
    /// The password has more than 4096 bytes.
    case tooLong
    /// The stored hash has an unknown form, or parameters that are not allowed.
    case malformedHash
}

/// The result of the comparison of a password with a stored hash.
package enum PasswordVerification: Sendable, Equatable {
    /// - needsRehash: Whether the stored hash was made by another function, or with other parameters, than new ones.
    case match(needsRehash: Bool)
    case mismatch
}
