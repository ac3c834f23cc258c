import CardeaEncodings
import CardeaJOSE
import CardeaLocks
import CardeaCryptography
package import CardeaIdentityDomain
package import CardeaSecrets

extension ServiceAccounts {
    /// The lifetime of an access token.
    package static let accessTokenLifetime = TimeSpan.hours(1)
    private static let maximumIDLength = 256

    /// Where the key files say that assertions are exchanged.
    package var tokenURL: String { projects.tokenURL }

    /// The values of `aud` that an assertion may have: the endpoint, and the constant of Google's SDKs.
    ///
    /// They write the constant even if the key file names another endpoint. Only this server knows the keys, so that an
    /// assertion is worth nothing elsewhere.
    private var audiences: Set<ExactText> { [tokenURL.exact, "https://oauth2.googleapis.com/token"] }

    /// Exchanges a signed assertion for an administrator's access token of the service account's project (RFC 7523 §2.1).
    ///
    /// - Throws: `.assertion` if it is rejected; `.store`.
    package func exchange(_ assertion: Secret) async throws(ServiceAccountError) -> Secret {
        let signed: SignedAssertion
        do throws(AssertionError) { signed = try SignedAssertion(assertion.reveal()) } catch {
            throw .assertion(error)
        }
        let now = clock.now()
        let account = try await read(signed.account)
        let accepted: (key: ServiceAccountKey, expiresAt: Timestamp)
        do throws(AssertionError) {
            accepted = try signed.check(
                account,
                audiences: audiences,
                publicKeys: projects.publicKeys,
                at: now
            )
            // A service account cannot act for another one.
            guard signed.claims.members["sub"].map({ $0 == .string(signed.account.email) }) ?? true else {
                throw .wrongSubject
            }
        } catch {
            throw .assertion(error)
        }
        try await synchronize()
        try await rejectReplay(of: signed, until: accepted.expiresAt + SignedAssertion.skew, at: now)
        let token = ServiceAccountToken(
            account: signed.account,
            key: accepted.key.id,
            expiresAt: now + Self.accessTokenLifetime
        )
        return Secret(token.encoded(with: projects.currentRefreshTokenKey))
    }

    /// Records the `jti` of an assertion, if it has one, until the assertion has expired.
    private func rejectReplay(
        of signed: SignedAssertion,
        until expiresAt: Timestamp,
        at now: Timestamp
    ) async throws(ServiceAccountError) {
        guard let value = signed.claims.members["jti"] else { return }
        guard let id = value.string, id.utf8.count <= Self.maximumIDLength else {
            throw .assertion(.invalidID)
        }
        let hash = SHA256.hash("\(signed.account.email)/\(id)".utf8)
        let used = UsedAssertion(hash: hash, expiresAt: expiresAt)
        try await transact(.isUsedAssertion(hash), by: .serviceAccount(signed.account)) {
            isUsed throws(ServiceAccountError) in
            guard !isUsed else { throw .assertion(.replayed) }
            return Decision([.serviceAccount(.recordAssertion(used, now: now))], ())
        }
    }

    /// The administrator who presents an access token of a service account; `nil` if it is invalid.
    ///
    /// The service account is read each time: once it is disabled or deleted, its tokens are rejected.
    package func administrator(
        presenting credential: Secret
    ) async throws(ServiceAccountError) -> Actor? {
        guard let token = ServiceAccountToken(credential.reveal(), key: projects.refreshTokenKey),
            clock.now() < token.expiresAt,
            let account = try await read(token.account), !account.isDisabled,
            account.keys.contains(where: { $0.id.exact == token.key.exact })
        else { return nil }
        return .serviceAccount(token.account)
    }
}

extension ProjectDirectory {
    /// The address of the endpoint that exchanges assertions of service accounts.
    package var tokenURL: String { "\(publicURL)/token" }
}
