package import CardeaSecrets

/// `accounts:createAuthUri`: with a provider, the start of a sign-in by redirect; otherwise the sign-in methods of an
/// e-mail address.
package struct CreateAuthUriRequest: Sendable, Codable {
    package var continueUri: String?
    package var identifier: String?
    package var providerId: String?
    /// The secret of the app, which `signInWithIdp` expects; a new one by default.
    package var sessionId: Secret?
    package var oauthScope: String?
    package var customParameter: CustomParameters?
    package var tenantId: String?

    package init() {}
}

/// Parameters for a provider's page, by name.
package struct CustomParameters: Sendable, Codable {
    package let items: [(name: String, value: String)]

    package init(_ items: [(name: String, value: String)]) { self.items = items }

    package init(from decoder: any Decoder) throws {
        let values = try [String: String](from: decoder)
        items = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map {
            (name: $0.key, value: $0.value)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        let values = Dictionary(items.map { ($0.name, $0.value) }) { first, _ in first }
        try values.encode(to: encoder)
    }
}

package struct CreateAuthUriResponse: Sendable, Codable {
    package var kind: String? = "identitytoolkit#CreateAuthUriResponse"
    package var sessionId: Secret?
    package var authUri: String?
    package var providerId: String?
    package var registered: Bool?
    package var signinMethods: [String]?
    package var allProviders: [String]?

    package init() {}
}
