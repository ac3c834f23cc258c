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
                ?? bytes.flatMap(Self.init(emulatedBytes:))
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

    /// A password in the forms of emulators, which some of them encode in Base64 once more.
    ///
    /// A hash of any function may begin with the character `$`; only a text is printable to its end.
    private init?(emulatedBytes bytes: [UInt8]) {
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        self.init(emulated: String(decoding: bytes, as: UTF8.self))
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
