import CardeaCryptography
import CardeaEncodings
import CardeaIdentityDomain

/// The content of a refresh token: `version ‖ key id ‖ cell ‖ session id ‖ generation ‖ branch ‖ MAC`, base64url.
///
/// All numbers are big-endian. The MAC is HMAC-SHA256, cut to 128 bits (RFC 2104 §5), over all bytes before it.
/// The key id has four bytes in version 2, and had one in version 1.
struct RefreshToken: Sendable, Equatable {
    /// The cell of the session; this server has one cell.
    var cell: UInt8 = 0
    let session: SessionID
    let name: RefreshTokenName

    private static let version: UInt8 = 2
    /// The bytes from the cell to the branch.
    private static let factsCount = 1 + 16 + 8 + 8
    private static let macCount = 16
    private static let count = 1 + 4 + factsCount + macCount

    /// Creates the token's text.
    func encoded(with key: RefreshTokenKey) -> [UInt8] {
        var bytes: [UInt8] = [Self.version]
        bytes.reserveCapacity(Self.count)
        bytes.append(bigEndian: key.id)
        bytes.append(cell)
        bytes.append(bigEndian: session.high)
        bytes.append(bigEndian: session.low)
        bytes.append(bigEndian: name.generation)
        bytes.append(bigEndian: name.branch.rawValue)
        bytes += key.mac.authenticate(bytes).prefix(Self.macCount)
        var text: [UInt8] = []
        Base64URL.append(bytes, to: &text)
        return text
    }

    /// Reads a token's text; gives `nil` for anything that this server did not make, or made with a key since
    /// retired.
    init?(_ text: [UInt8], key: (UInt32) -> RefreshTokenKey?) {
        guard text.count <= Self.count / 3 * 4, let bytes = Base64URL.decode(text) else { return nil }
        let facts: Int
        switch (bytes.first, bytes.count) {
        case (1, Self.count - 3): facts = 2
        case (2, Self.count): facts = 5
        default: return nil
        }
        let id = bytes[1..<facts].reduce(0) { $0 << 8 | UInt32($1) }
        guard let key = key(id) else { return nil }
        let signedCount = facts + Self.factsCount
        let mac = key.mac.authenticate(Array(bytes[..<signedCount])).prefix(Self.macCount)
        guard ConstantTime.equal(mac, bytes[signedCount...]) else { return nil }
        guard let generation = Int64(exactly: bytes.word(at: facts + 17)) else { return nil }
        cell = bytes[facts]
        session = SessionID(high: bytes.word(at: facts + 1), low: bytes.word(at: facts + 9))
        name = RefreshTokenName(generation: generation, branch: Branch(rawValue: bytes.word(at: facts + 25)))
    }

    init(session: SessionID, name: RefreshTokenName) {
        self.session = session
        self.name = name
    }
}
