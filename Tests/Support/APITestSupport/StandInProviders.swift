import CardeaEncodings
package import CardeaIdentityDomain
package import CardeaIdentityService
import CardeaLocks

/// Identity providers without a network: an ID token is JSON text that they believe.
///
/// Trust is strict, as in a server: `google.com` for gmail.com, `oidc.acme` for acme.example, `apple.com` always,
/// `facebook.com` and `github.com` never. `line.me` revokes access tokens alone.
package final class StandInProviders: ProviderVerifier, ProviderTokenRevoker {
    private struct State {
        var disabled: Set<String> = []
        var revoked: [String] = []
        var isDown = false
        var slow: String?
        var waiting: [CheckedContinuation<Void, Never>] = []
        var verifications = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// The tokens that were revoked.
    package var revoked: [String] { state.withLock(\.revoked) }
    /// The number of times that a credential was verified.
    package var verifications: Int { state.withLock(\.verifications) }

    package func set(_ provider: String, enabled: Bool) {
        state.withLock { state in
            if enabled { state.disabled.remove(provider) } else { state.disabled.insert(provider) }
        }
    }

    /// Returns as soon as so many verifications wait.
    package func wait(for count: Int) async {
        while state.withLock(\.waiting.count) < count { await Task.yield() }
    }

    /// Lets verifications of one provider wait, or all go on.
    package func set(slow provider: String?) {
        let waiting = state.withLock { state in
            state.slow = provider
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func wait(for provider: ProviderID, _ place: ProviderPlace) async throws(ProviderError) {
        guard state.withLock({ $0.slow == provider.rawValue }) else { return }
        try place.take(at: provider)
        await withCheckedContinuation { continuation in
            let waits = state.withLock { state in
                let waits = state.slow == provider.rawValue
                if waits { state.waiting.append(continuation) }
                return waits
            }
            if !waits { continuation.resume() }
        }
    }

    package func set(isDown: Bool) { state.withLock { $0.isDown = isDown } }

    package func verify(
        _ credential: ProviderCredential,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError) -> ProviderAssertion {
        state.withLock { $0.verifications += 1 }
        guard case .idToken(let token, let provider, let nonce, let accessToken, _) = credential else {
            throw .unsupported("An ID token is needed.")
        }
        try await wait(for: provider, place)
        try await requireEnabled(provider, in: scope)
        guard let claims = JSONValue(parsing: token.utf8)?.object,
            let id = ProviderSubject(provider, claims["sub"]?.string ?? "")
        else { throw .invalidCredential("The token has no sub.") }
        if let expected = claims["nonce"]?.string, expected != nonce { throw .invalidNonce }
        let isVerified = claims["email_verified"]?.boolean ?? false
        var assertion = ProviderAssertion(
            id,
            email: claims["email"]?.string,
            isEmailTrusted: isVerified && Self.trusts(provider, claims["email"]?.string?.lowercased() ?? ""),
            rawUserInfo: token,
            tokens: ProviderTokens(
                accessToken: accessToken ?? "access of \(id.subject)",
                refreshToken: claims["refresh_token"]?.string,
                idToken: token,
                lifetime: .seconds(3600)
            )
        )
        assertion.assertedAt = claims["iat"]?.integer.map(Timestamp.init(seconds:))
        assertion.profile.displayName = claims["name"]?.string
        assertion.profile.photoURL = claims["picture"]?.string
        if provider.rawValue.hasPrefix("oidc.") {
            assertion.signInAttributes = claims["attributes"]?.string ?? #"{"groups":["staff"]}"#
        }
        return assertion
    }

    private static func trusts(_ provider: ProviderID, _ email: String) -> Bool {
        switch provider.rawValue {
        case "google.com": email.hasSuffix("@gmail.com")
        case "oidc.acme": email.hasSuffix("@acme.example")
        case "apple.com": true
        default: false
        }
    }

    /// The URL of a redirect begins with the name of its provider, as in `github.com:/back`.
    package func provider(
        of credential: ProviderCredential,
        in scope: RequestScope
    ) async throws(ProviderError) -> ProviderID? {
        guard case .response(let url, _, _) = credential else { return credential.provider }
        return ProviderID(rawValue: String(url.prefix { $0 != ":" }))
    }

    package func requireEnabled(
        _ provider: ProviderID,
        in scope: RequestScope
    ) async throws(ProviderError) {
        let (isDisabled, isDown) = state.withLock { ($0.disabled.contains(provider.rawValue), $0.isDown) }
        if isDisabled { throw .disabled }
        if isDown { throw .unavailable("the stand-in is down") }
    }

    package func revoke(
        _ token: RevocableToken,
        of provider: ProviderID,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError) {
        if state.withLock(\.isDown) { throw .unavailable("the stand-in is down") }
        if case .refreshToken = token, provider.rawValue == "line.me" { throw .unsupported("no such tokens") }
        state.withLock { state in
            switch token {
            case .refreshToken(let text, _), .accessToken(let text, _), .code(let text, _, _):
                state.revoked.append(text)
            }
        }
    }
}
