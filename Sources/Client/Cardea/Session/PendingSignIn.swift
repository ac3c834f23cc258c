internal import CardeaSession
internal import Foundation

/// A sign-in whose page is open at a provider, in the form in which it outlives the process.
struct PendingSignIn: Sendable {
    /// The use of the callback of the page.
    enum Purpose: Sendable, Hashable {
        case signIn
        /// The user with this ID gets the provider.
        case link(String)
        /// The user with this ID authenticates again.
        case reauthentication(String)

        /// The ID of the user that the callback is for, if it is for one.
        var userID: String? {
            switch self {
            case .signIn: nil
            case .link(let id), .reauthentication(let id): id
            }
        }
    }

    /// The time that a server gives a sign-in, from the request for the page on.
    static let lifetime = Duration.seconds(15 * 60)

    let purpose: Purpose
    let providerID: String
    let tenant: String?
    let page: ProviderPage
    /// The place of a sign-in in the order; `nil` if it is not known.
    let place: UInt64?

    init(purpose: Purpose, providerID: String, tenant: String?, page: ProviderPage, place: UInt64?) {
        self.purpose = purpose
        self.providerID = providerID
        self.tenant = tenant
        self.page = page
        self.place = place
    }
}

/// The page of a provider that the server has made for one sign-in.
struct ProviderPage: BrowserRequest {
    let url: URL
    let redirect: URL
    let state: SessionSecret
    /// The name of the sign-in, which only this app and the server know.
    let session: SessionSecret

    /// Reads the state from the address of a page; `nil` if it has none.
    init?(url: String, redirect: URL, session: SessionSecret) {
        guard let url = URL(string: url),
            let state = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems?
                .first(where: { $0.name == "state" })?.value, !state.isEmpty
        else { return nil }
        self.url = url
        self.redirect = redirect
        self.state = SessionSecret(state)
        self.session = session
    }
}

// A record of a credential store: the secrets stand where a session has its tokens.
extension PendingSignIn {
    fileprivate enum Attribute: String {
        case kind = "pendingSignIn"
        case user = "userID"
        case provider = "providerID"
        case tenant = "tenantID"
        case redirect, place
    }

    /// Reads a record; `nil` for one that is not a sign-in.
    init?(_ record: CredentialRecord) {
        let attributes = record.credential.attributes
        guard let provider = attributes[.provider],
            let redirect = attributes[.redirect].flatMap({ URL(string: $0) }),
            let url = record.credential.refreshToken,
            let page = ProviderPage(
                url: url.reveal(),
                redirect: redirect,
                session: record.credential.accessToken
            )
        else { return nil }
        switch (attributes[.kind], attributes[.user]) {
        case ("signIn", nil): purpose = .signIn
        case ("link", let id?): purpose = .link(id)
        case ("reauthentication", let id?): purpose = .reauthentication(id)
        default: return nil
        }
        providerID = provider
        tenant = attributes[.tenant]
        self.page = page
        place = attributes[.place].flatMap { UInt64($0) }
    }

    /// The record of a sign-in that begins now.
    func record(at now: Date) -> CredentialRecord {
        var attributes: [String: String] = [:]
        attributes[.provider] = providerID
        attributes[.redirect] = page.redirect.absoluteString
        attributes[.tenant] = tenant
        attributes[.user] = purpose.userID
        attributes[.place] = place.map { String($0) }
        switch purpose {
        case .signIn: attributes[.kind] = "signIn"
        case .link: attributes[.kind] = "link"
        case .reauthentication: attributes[.kind] = "reauthentication"
        }
        var random = SystemRandomNumberGenerator()
        return CredentialRecord(
            version: .init(session: random.id(), revision: 1),
            generation: 1,
            credential: SessionCredential(
                accessToken: page.session,
                refreshToken: SessionSecret(page.url.absoluteString),
                lifetime: Self.lifetime,
                receivedAt: now,
                attributes: attributes
            )
        )
    }
}

extension [String: String] {
    fileprivate subscript(attribute: PendingSignIn.Attribute) -> String? {
        // Own texts.
        get { self[attribute.rawValue] }
        // Own texts.
        set { self[attribute.rawValue] = newValue }
    }
}
