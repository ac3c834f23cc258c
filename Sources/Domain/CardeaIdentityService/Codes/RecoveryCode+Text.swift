import CardeaCryptography
import CardeaEncodings
package import CardeaIdentityDomain
package import CardeaSecrets

/// A recovery code as an administrator gives it to a user.
package struct CreatedRecoveryCode: Sendable {
    /// 16 letters and digits in groups of four: `K7QM-3XTN-9PWD-6HRB`.
    package let text: Secret
    /// The page on which the user chooses a new password.
    package let link: Secret
    package let code: RecoveryCode
}

extension RecoveryCode {
    /// The longest and the shortest time for which a code can be used.
    package static let lifetimes: ClosedRange<TimeSpan> = .minutes(5) ... .days(7)
    /// The path of the page.
    package static let pagePath = "/auth/recovery"

    /// Letters and digits that look like no others (Crockford's Base32).
    private static let symbols = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// A new text of 80 random bits.
    static func newText(_ random: any RandomSource) -> Secret {
        let symbols = random.bytes(16).map { Self.symbols[Int($0) % Self.symbols.count] }
        let groups = stride(from: 0, to: symbols.count, by: 4).map { symbols[$0..<$0 + 4] }
        return Secret(String(decoding: Array(groups.joined(separator: "-".utf8)), as: UTF8.self))
    }

    /// The hash of a text as a person types or pastes it: only letters and digits count, and not their case.
    static func hash(_ text: Secret) -> [UInt8] {
        let typed = text.reveal().uppercased().utf8.filter(ASCII.isAlphanumeric)
        let read = typed.map { symbol in
            switch symbol {
            case UInt8(ascii: "O"): UInt8(ascii: "0")
            case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
            default: symbol
            }
        }
        return SHA256.hash(Array("recovery code\0".utf8) + read)
    }
}

extension RecoveryCode? {
    /// The code and its user, if the code can be used now.
    ///
    /// - Throws: `.code(.invalid)`, `.code(.expired)`, `.user(.disabled)`.
    func usable(_ user: User?, at now: Timestamp) throws(IdentityError) -> (code: RecoveryCode, user: User) {
        guard let code = self, let user, user.id == code.user, user.pool == code.pool else {
            throw .code(.invalid)
        }
        if user.isDisabled { throw .user(.disabled) }
        guard user.epoch == code.epoch else { throw .code(.invalid) }
        guard now < code.expiresAt else { throw .code(.expired) }
        return (code, user)
    }
}
