import CardeaCryptography

/// A key that refresh tokens are authenticated with.
package struct RefreshTokenKey: Sendable {
    /// Names the key inside the tokens.
    package let id: UInt32
    let mac: HMACKey
    /// Authenticates the access tokens of service accounts.
    let serviceAccountMAC: HMACKey

    /// Derives the key from the server's secret for this id.
    init(id: UInt32, secret: [UInt8]) {
        self.id = id
        func key(_ purpose: String) -> HMACKey {
            HMACKey(HKDF.derive(from: secret, salt: [], info: Array(purpose.utf8), count: 32))
        }
        mac = key("cardea refresh token")
        serviceAccountMAC = key("cardea service account token")
    }
}
