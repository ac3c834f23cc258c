import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaLocks
import ProviderStandIns
import Testing

/// A browser that goes through a redirect, and keeps the cookie.
final class Browser: Sendable {
    private let world: World
    private let cookies = Mutex<[String: String]>([:])

    init(_ world: World) { self.world = world }

    /// Opens the address that an app has got.
    ///
    /// - Returns: The provider's address.
    func open(_ url: String) async throws(RedirectError) -> String {
        let started = try await world.redirects.start(state: url.items["state"]) { name in
            cookies.withLock { $0[name] }
        }
        cookies.withLock { $0["__Host-" + started.cookieName] = started.cookie }
        return started.url
    }

    /// Goes to the provider and comes back with a code.
    ///
    /// - Parameters:
    ///   - begun: The redirect that the app has begun.
    ///   - provider: The provider, whose ID tokens get the nonce of the redirect.
    /// - Returns: The address in the app.
    /// - Throws: As `open` and `bring`.
    func comeBack(from begun: BegunRedirect, at provider: StandIn) async throws(RedirectError) -> String {
        let asked = try await open(begun.url).items
        provider.lastNonce.withLock { $0 = asked["nonce"] ?? "" }
        return try await bring([("code", "the-code"), ("state", asked["state"] ?? "")])
    }

    /// Brings the response of a provider.
    ///
    /// - Returns: The address in the app.
    func bring(
        _ items: [(String, String)],
        at suffix: String = "/oidc.acme"
    ) async throws(RedirectError)
        -> String
    {
        try await world.redirects.receive(items.map { (name: $0.0, value: $0.1) }, suffix: suffix) { name in
            cookies.withLock { $0[name] }
        }
        .url
    }
}

extension String {
    /// The items of the query of a URL.
    var items: [String: String] {
        guard let start = firstIndex(of: "?") else { return [:] }
        let query = self[start...].dropFirst().prefix { $0 != "#" }
        let items = FormCoding.decode(query.utf8) ?? []
        return Dictionary(items.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}

extension World {
    func begin(_ provider: ProviderID, at url: String = World.app) async throws -> BegunRedirect {
        try await redirects.begin(provider, continueURL: url, .unlimited, by: caller)
    }

    /// The error of the beginning of a redirect; `nil` if it is accepted.
    func beginError(
        _ provider: ProviderID,
        at url: String = World.app,
        _ place: ProviderPlace = .unlimited
    ) async -> RedirectError? {
        do throws(RedirectError) {
            _ = try await redirects.begin(provider, continueURL: url, place, by: caller)
            return nil
        } catch {
            return error
        }
    }
}
