import CardeaEncodings
package import CardeaPasswordHashing
package import CardeaSecrets

extension UserRecord.Password {
    /// A password in Google's form: a hash and a salt in Base64, and one function for all users.
    ///
    /// - Parameters:
    ///   - hash: The hash.
    ///   - salt: The salt; `nil` for an empty one.
    ///   - format: How the password is hashed; `nil` if no function is named.
    ///   - acceptsFakeHashes: Whether an emulator's hashes are accepted, which need no function.
    package init(hash: Secret, salt: String?, _ format: HashFormat?, acceptsFakeHashes: Bool) {
        let text = hash.reveal()
        let bytes = Base64.decodeEitherAlphabet(text.utf8)
        if acceptsFakeHashes,
            let password = Self(emulated: text)
                ?? bytes.flatMap({ Self(emulated: String(decoding: $0, as: UTF8.self)) })
        {
            self = password
            return
        }
        guard let format else {
            self = .invalid(.missing("hashAlgorithm"))
            return
        }
        do throws(ForeignHashError) {
            guard let bytes else { throw .invalid("passwordHash is not Base64") }
            guard let salt = Base64.decodeEitherAlphabet((salt ?? "").utf8) else {
                throw .invalid("salt is not Base64")
            }
            self = .hash(try format.text(hash: bytes, salt: salt))
        } catch {
            self = .invalid(error)
        }
    }

    /// A password in the forms of emulators: `fakeHash:salt=S:password=P`, or a hash that ours has shown.
    private init?(emulated text: String) {
        if text.hasPrefix("$") {
            self = .hash(text)
            return
        }
        guard text.hasPrefix("fakeHash:"), let range = text.firstRange(of: ":password=") else { return nil }
        self = .plain(Secret(String(text[range.upperBound...])))
    }
}
