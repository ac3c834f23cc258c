import Cryptography
import Encodings
import IdentityDomain

/// What a refresh token says: `version ‖ key id ‖ cell ‖ session id ‖ generation ‖ branch ‖ MAC`, base64url.
///
/// All numbers are big-endian. The MAC is HMAC-SHA256, cut to 128 bits (RFC 2104 §5), over all bytes before it.
struct RefreshToken: Sendable, Equatable {
    /// Where the session lives, for a server of several cells; this one has one.
    var cell: UInt8 = 0
    let session: SessionID
    let name: RefreshTokenName

    private static let version: UInt8 = 1
    private static let signedCount = 3 + 16 + 8 + 8
    private static let macCount = 16
    /// The only length that a refresh token has, in characters.
    static let encodedCount = (signedCount + macCount) / 3 * 4

    /// Makes the token's text.
    func encoded(with key: RefreshTokenKey) -> [UInt8] {
        var bytes: [UInt8] = [Self.version, key.id, cell]
        bytes.reserveCapacity(Self.signedCount + Self.macCount)
        for word in [session.high, session.low, UInt64(name.generation), name.branch.rawValue] {
            bytes.append(bigEndian: word)
        }
        bytes += key.mac.authenticate(bytes).prefix(Self.macCount)
        var text: [UInt8] = []
        Base64URL.append(bytes, to: &text)
        return text
    }

    /// Reads a token's text; gives `nil` for anything that this server did not make, or made with a key since
    /// retired.
    init?(_ text: [UInt8], key: (UInt8) -> RefreshTokenKey?) {
        guard text.count == Self.encodedCount, let bytes = Base64URL.decode(text) else { return nil }
        guard bytes[0] == Self.version, let key = key(bytes[1]) else { return nil }
        let mac = Array(key.mac.authenticate(Array(bytes[..<Self.signedCount])).prefix(Self.macCount))
        guard ConstantTime.equal(mac, Array(bytes[Self.signedCount...])) else { return nil }
        guard let generation = Int64(exactly: bytes.word(at: 19)) else { return nil }
        cell = bytes[2]
        session = SessionID(high: bytes.word(at: 3), low: bytes.word(at: 11))
        name = RefreshTokenName(generation: generation, branch: Branch(rawValue: bytes.word(at: 27)))
    }

    init(session: SessionID, name: RefreshTokenName) {
        self.session = session
        self.name = name
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian word: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: word >> shift)) }
    }

    fileprivate func word(at offset: Int) -> UInt64 {
        self[offset..<(offset + 8)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
