internal import Foundation

extension CardeaClient {
    /// The user pool of sign-ins from now on; `nil` for the project's own.
    ///
    /// Users who have signed in keep theirs, also over restarts: ``CardeaUser/tenantID``.
    public var tenantID: String? {
        get { server.tenant }
        set { server.setTenant(newValue) }
    }

    /// The language of the messages that the server sends to people (BCP 47); `nil` for the project's own.
    public var languageCode: String? {
        get { server.language.value }
        set { server.language.value = newValue }
    }

    /// Sets the language of messages to the one that the app runs in.
    public func useAppLanguage() {
        languageCode = Bundle.main.preferredLocalizations.first ?? Locale.preferredLanguages.first
    }

    /// The server for a user pool; `nil` for the project's own.
    func server(forPool tenantID: String?) -> IdentityToolkitClient { server.with(tenant: tenantID) }

    /// The server for a sign-in to a tenant; `nil` for that of the client.
    func server(forTenant tenantID: String?) -> IdentityToolkitClient {
        server.with(tenant: tenantID ?? server.tenant)
    }
}
