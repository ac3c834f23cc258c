import Encodings
import IdentityDomain

extension IdentityService {
    /// A session that begins now.
    func newSession(
        of user: User,
        provider: SignInProvider,
        lifetime: TimeSpan?,
        by caller: Caller,
        at now: Timestamp
    ) throws(IdentityError) -> Session {
        let settings = caller.project.settings
        var session = Session(
            id: SessionID(high: random.word(), low: random.word()),
            user: user.id,
            pool: caller.pool,
            createdAt: now,
            signInProvider: provider.rawValue,
            rotation: RotationState(branch: Branch(entropy: random.word()))
        )
        session.accessTokenLifetime = try settings.grantedLifetime(lifetime)
        session.setEnd(for: user, settings, at: now)
        session.userAgent = caller.userAgent.map { String($0.prefix(256)) }
        return session
    }

    /// An id as Identity Toolkit makes them: 28 letters and digits.
    func newUserID() -> UserID {
        let symbols = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        var text: [UInt8] = []
        while text.count < 28 {
            // 248 is the greatest multiple of 62 in a byte: the rest would favour the first symbols.
            text += random.bytes(32).filter { $0 < 248 }.map { symbols[Int($0) % 62] }
        }
        return UserID(rawValue: String(decoding: text.prefix(28), as: UTF8.self))
    }
}

/// How a user signed in: `firebase.sign_in_provider`.
enum SignInProvider: String {
    case password
    case anonymous
}

extension ProjectSettings {
    /// The access-token lifetime that a sign-in gets that asked for this one (K6).
    func grantedLifetime(_ asked: TimeSpan?) throws(IdentityError) -> TimeSpan? {
        guard let asked else { return nil }
        guard asked >= .seconds(1) else { throw .invalidLifetime }
        return accessTokenLifetime(asked: asked)
    }
}

extension SessionID {
    /// 22 characters of base64url: the `sid` claim.
    package var text: String {
        let bytes = [high, low].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
        }
        return Base64URL.encode(bytes)
    }

    /// - Returns: `nil` for anything but the form that `text` has.
    package init?(text: some StringProtocol) {
        guard let bytes = Base64URL.decode(text), bytes.count == 16 else { return nil }
        let words = [bytes[..<8], bytes[8...]].map { half in half.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self.init(high: words[0], low: words[1])
    }
}
