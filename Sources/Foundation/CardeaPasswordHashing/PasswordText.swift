import Foundation
import CardeaSecrets

/// A password as bytes to hash.
struct PasswordText: Redacted {
    /// The longest password that is hashed, in bytes of UTF-8, as given and normalised.
    static let maximumLength = 4096

    /// The password in Unicode's composed form (NFC): every keyboard's form of a character has the same bytes.
    let normalized: [UInt8]
    /// As it was given.
    private let given: [UInt8]
    /// In Unicode's decomposed form (NFD), as some systems of Apple entered it.
    private let decomposed: [UInt8]

    init(_ password: Secret) throws(PasswordHashingError) {
        given = Array(password.utf8)
        guard given.count <= Self.maximumLength else { throw .tooLong }
        let isPlain = given.allSatisfy { $0 < 0x80 }
        normalized = isPlain ? given : Array(password.reveal().precomposedStringWithCanonicalMapping.utf8)
        guard normalized.count <= Self.maximumLength else { throw .tooLong }
        decomposed =
            isPlain ? given : Array(password.reveal().decomposedStringWithCanonicalMapping.utf8)
    }

    /// The forms that a stored hash may be made of: older and imported hashes contain the password as it was entered.
    ///
    /// They are tried for every hash, so that the time of a mismatch does not tell which one is imported.
    var forms: [[UInt8]] {
        [given, decomposed].reduce(into: [normalized]) { forms, form in
            if !forms.contains(form) { forms.append(form) }
        }
    }
}
