/// A tenant: a user pool of a project with settings of its own.
public struct Tenant: Sendable, Hashable, Identifiable {
    /// The ID, which the server chooses.
    public let id: String
    /// The name for administrators.
    public let displayName: String?
    /// Whether users may sign in with a password.
    public let allowsPasswordSignIn: Bool
    /// Whether users may sign in by a link that is sent by e-mail.
    public let allowsEmailLinkSignIn: Bool
    /// Whether users may sign in as guests.
    public let allowsAnonymousSignIn: Bool
    /// Whether all requests of the tenant's users are rejected.
    public let isDisabled: Bool

    init(_ resource: TenantResource) throws(AdminError) {
        guard let id = resource.name?.split(separator: "/").last else {
            throw AdminError(.serverError, detail: "the response names no tenant")
        }
        self.id = String(id)
        displayName = resource.displayName
        allowsPasswordSignIn = resource.allowPasswordSignup ?? false
        allowsEmailLinkSignIn = resource.enableEmailLinkSignin ?? false
        allowsAnonymousSignIn = resource.enableAnonymousUser ?? false
        isDisabled = resource.disableAuth ?? false
    }
}

/// The fields of a tenant that are set when it is created or changed; the others stay as they are.
public struct TenantChanges: Sendable, Hashable {
    /// The name for administrators.
    public var displayName: String?
    /// Whether users may sign in with a password.
    public var allowsPasswordSignIn: Bool?
    /// Whether users may sign in by a link that is sent by e-mail.
    public var allowsEmailLinkSignIn: Bool?
    /// Whether users may sign in as guests.
    public var allowsAnonymousSignIn: Bool?
    /// Whether all requests of the tenant's users are rejected.
    public var isDisabled: Bool?

    /// Creates changes; in a new tenant, sign-in methods that are not given are off.
    ///
    /// - Parameters:
    ///   - displayName: The name for administrators.
    ///   - allowsPasswordSignIn: Whether users may sign in with a password.
    ///   - allowsEmailLinkSignIn: Whether users may sign in by a link that is sent by e-mail.
    ///   - allowsAnonymousSignIn: Whether users may sign in as guests.
    ///   - isDisabled: Whether all requests of the tenant's users are rejected.
    public init(
        displayName: String? = nil,
        allowsPasswordSignIn: Bool? = nil,
        allowsEmailLinkSignIn: Bool? = nil,
        allowsAnonymousSignIn: Bool? = nil,
        isDisabled: Bool? = nil
    ) {
        self.displayName = displayName
        self.allowsPasswordSignIn = allowsPasswordSignIn
        self.allowsEmailLinkSignIn = allowsEmailLinkSignIn
        self.allowsAnonymousSignIn = allowsAnonymousSignIn
        self.isDisabled = isDisabled
    }
}

/// A tenant, in the protocol.
struct TenantResource: Codable, Sendable {
    var name: String?
    var displayName: String?
    var allowPasswordSignup: Bool?
    var enableEmailLinkSignin: Bool?
    var enableAnonymousUser: Bool?
    var disableAuth: Bool?

    init(_ changes: TenantChanges) {
        displayName = changes.displayName
        allowPasswordSignup = changes.allowsPasswordSignIn
        enableEmailLinkSignin = changes.allowsEmailLinkSignIn
        enableAnonymousUser = changes.allowsAnonymousSignIn
        disableAuth = changes.isDisabled
    }

    /// The names of the fields that are present, for `updateMask`.
    var mask: String {
        [
            displayName.map { _ in "displayName" }, allowPasswordSignup.map { _ in "allowPasswordSignup" },
            enableEmailLinkSignin.map { _ in "enableEmailLinkSignin" },
            enableAnonymousUser.map { _ in "enableAnonymousUser" }, disableAuth.map { _ in "disableAuth" },
        ].compactMap(\.self).joined(separator: ",")
    }
}
