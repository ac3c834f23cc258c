import CardeaCryptography

/// A key that refresh tokens are authenticated with.
package struct RefreshTokenKey: Sendable {
    /// Names the key inside the tokens.
    package let id: UInt32
    let mac: HMACKey

    /// Derives the key from the server's secret for this id.
    init(id: UInt32, secret: [UInt8]) {
        self.id = id
        mac = HMACKey(
            HKDF.derive(from: secret, salt: [], info: Array("cardea refresh token".utf8), count: 32)
        )
    }
}
