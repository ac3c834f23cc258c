import CardeaEncodings
import CardeaIdentityDomain

/// The stored form of imported password hashes: encrypted under the master key until a sign-in replaces them.
///
/// Many of them are weak, and some contain a key of the former system. A thief of the database alone learns
/// neither. Cardea's own hashes are argon2id, and are stored as they are.
struct PasswordHashVault: Sendable {
    private static let prefix = "$sealed$"
    private static let ownPrefix = "$argon2id$v=19$"

    let vault: KeyVault

    /// The stored form of a hash.
    func seal(_ hash: String, of user: UserID, in pool: UserPool) throws(ProjectDirectoryError) -> String {
        // A field with associated data makes it a foreign hash.
        if hash.hasPrefix(exact: Self.ownPrefix), !hash.contains(",data=") { return hash }
        let label = Self.label(user, pool)
        let sealed = try vault.seal(Array(hash.utf8), authenticating: label, name: "password hash")
        return Self.prefix + Base64.encodeUnpadded(sealed)
    }

    /// The hash of a user; `nil` without a password.
    ///
    /// - Throws: `.keyUnusable` if the hash was sealed for another user or under another master key, or was changed.
    func hash(of user: User) throws(ProjectDirectoryError) -> String? {
        guard let stored = user.passwordHash, stored.hasPrefix(exact: Self.prefix) else {
            return user.passwordHash
        }
        guard let sealed = Base64.decodeUnpadded(stored.utf8.dropFirst(Self.prefix.utf8.count)) else {
            throw .keyUnusable("password hash")
        }
        let label = Self.label(user.id, user.pool)
        return String(
            decoding: try vault.open(sealed, authenticating: label, name: "password hash"),
            as: UTF8.self
        )
    }

    private static func label(_ user: UserID, _ pool: UserPool) -> [UInt8] {
        ["password hash", user.rawValue, pool.project.rawValue, pool.tenant?.rawValue ?? ""]
            .flatMap { Array($0.utf8) + [0] }
    }
}
