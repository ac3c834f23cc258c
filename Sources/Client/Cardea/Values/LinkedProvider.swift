public import Foundation
internal import CardeaIdentityWire

/// A provider that a user signs in with.
public struct LinkedProvider: Sendable, Hashable, Identifiable {
    /// The ID, such as `password`, `phone` or `google.com`.
    public let id: String
    /// The ID of the user at the provider.
    public let userID: String?
    /// The e-mail address at the provider.
    public let email: String?
    /// The phone number.
    public let phoneNumber: String?
    /// The name at the provider.
    public let displayName: String?
    /// The address of a picture at the provider.
    public let photoURL: URL?

    init(_ info: ProviderUserInfo) {
        id = info.providerId
        userID = info.rawId ?? info.federatedId
        email = info.email
        phoneNumber = info.phoneNumber
        displayName = info.displayName
        photoURL = info.photoUrl.flatMap { URL(string: $0) }
    }
}

extension LinkedProvider: CustomStringConvertible, CustomReflectable {
    /// The ID of the provider; no name, address or number.
    public var description: String { "LinkedProvider(\(id))" }
    /// Shows the same.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
