import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// The page of an emulator instead of a provider: a person chooses an account there, or invents one.
///
/// It is plain HTML without script. The form is sent to the same address. The response redirects to the app with an ID
/// token in JSON and the request's `state`.
struct EmulatorProviderPage: Sendable {
    static let path = "/emulator/auth/handler"
    private static let listed = 50

    let users: UserAdministration

    /// The address of the page for a sign-in by redirect.
    static func address(
        _ base: String,
        provider: ProviderID,
        continueURL: String,
        state: String,
        in pool: UserPool
    ) -> String {
        let items: [(name: String, value: String?)] = [
            ("providerId", provider.rawValue), ("continueUri", continueURL), ("state", state),
            ("projectId", pool.project.rawValue), ("tenantId", pool.tenant?.rawValue),
        ]
        let query = items.compactMap { item in item.value.map { (name: item.name, value: $0) } }
        return "\(base)\(path)?\(FormCoding.encode(query))"
    }

    func respond(to request: Request) async -> Response {
        let query = QueryItems(request)
        guard let provider = query["providerId"].flatMap(ProviderID.init(rawValue:)) else {
            return Self.failure("The address needs providerId, such as google.com.")
        }
        guard let target = query["continueUri"], Self.isAddress(target) else {
            return Self.failure("The address needs continueUri: the URL of the app.")
        }
        if let subject = query["sub"] {
            guard ProviderSubject(provider, subject) != nil else {
                return Self.failure("The ID of an account has 1 to 256 bytes.")
            }
            return Self.redirect(to: target, provider, query)
        }
        let pool = UserPool(
            project: ProjectID(rawValue: query["projectId"] ?? ""),
            tenant: query["tenantId"].map(TenantID.init(rawValue:))
        )
        do throws(IdentityError) {
            return Self.page(provider, query, try await accounts(at: provider, in: pool))
        } catch {
            return Self.failure("The accounts cannot be read.")
        }
    }

    /// The accounts that users have at a provider.
    private func accounts(
        at provider: ProviderID,
        in pool: UserPool
    ) async throws(IdentityError) -> [FederatedIdentity] {
        let users = try await users.list(in: pool, after: nil, limit: 1000)
        let identities = try await self.users.identities(of: users, in: pool)
        let all = identities.values.flatMap(\.self).filter { $0.id.provider == provider }
        return Array(all.sorted { $0.linkedAt > $1.linkedAt }.prefix(Self.listed))
    }

    /// `javascript:` and `data:` have no authority, so they are no addresses of apps.
    private static func isAddress(_ url: String) -> Bool {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), !url.hasControlCharacters,
            url.utf8.count <= 2048
        else { return false }
        return !["javascript", "data", "vbscript"].contains(url[..<colon].lowercased())
    }

    private static func redirect(to target: String, _ provider: ProviderID, _ query: QueryItems) -> Response {
        var claims = JSONObject()
        for name in ["sub", "email", "name", "picture"] {
            if let value = query[name], !value.isEmpty { claims[name] = .string(value) }
        }
        if claims["email"] != nil { claims["email_verified"] = .boolean(query["email_verified"] == "true") }
        var token = JSONText()
        token.object(claims)
        var items: [(name: String, value: String)] = [
            ("providerId", provider.rawValue), ("id_token", String(decoding: token.bytes, as: UTF8.self)),
        ]
        if let state = query["state"] { items.insert(("state", state), at: 0) }
        let separator = target.contains("?") ? "&" : "?"
        let location = "\(target)\(separator)\(FormCoding.encode(items))"
        return Response(status: 303, fields: ["location": location])
    }
}
