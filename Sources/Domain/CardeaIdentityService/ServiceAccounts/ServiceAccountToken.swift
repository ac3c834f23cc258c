import CardeaCryptography
import CardeaEncodings
import CardeaIdentityDomain

/// The content of the access token of a service account: `key id ‖ expiry ‖ project/account/key ‖ MAC`, base64url.
///
/// It is opaque on purpose: no JWT of this server identifies an administrator, so no back end can confuse it with an ID
/// token. The MAC is HMAC-SHA256 over all bytes before it. Nothing is stored of a token.
struct ServiceAccountToken: Equatable {
    private static let prefix = "cds_"
    private static let macCount = 32
    private static let headCount = 4 + 8

    let account: ServiceAccountID
    /// The key whose signature the token was issued for.
    let key: String
    let expiresAt: Timestamp

    init(account: ServiceAccountID, key: String, expiresAt: Timestamp) {
        (self.account, self.key, self.expiresAt) = (account, key, expiresAt)
    }

    func encoded(with macKey: RefreshTokenKey) -> String {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: macKey.id)
        bytes.append(bigEndian: UInt64(bitPattern: expiresAt.milliseconds))
        bytes += "\(account.project.rawValue)/\(account.name)/\(key)".utf8
        bytes += macKey.serviceAccountMAC.authenticate(bytes)
        return Self.prefix + Base64URL.encode(bytes)
    }

    /// Reads a token's text.
    ///
    /// - Returns: `nil` for anything that this server did not make, or made with a key since retired.
    init?(_ text: String, key: (UInt32) -> RefreshTokenKey?) {
        guard text.hasPrefix(exact: Self.prefix), text.utf8.count <= 512,
            let bytes = Base64URL.decode(text.dropFirst(Self.prefix.count)),
            bytes.count > Self.headCount + Self.macCount,
            let macKey = key(bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) })
        else { return nil }
        let signedCount = bytes.count - Self.macCount
        let mac = macKey.serviceAccountMAC.authenticate(Array(bytes[..<signedCount]))
        guard ConstantTime.equal(mac, Array(bytes[signedCount...])) else { return nil }
        let names = String(decoding: bytes[Self.headCount..<signedCount], as: UTF8.self).split(separator: "/")
        guard names.count == 3 else { return nil }
        let expiry = bytes[4..<Self.headCount].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self.init(
            account: ServiceAccountID(project: ProjectID(rawValue: String(names[0])), name: String(names[1])),
            key: String(names[2]),
            expiresAt: Timestamp(milliseconds: Int64(bitPattern: expiry))
        )
    }
}
