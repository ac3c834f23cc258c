public import Foundation

/// The data of a signed-in user; stored beside the tokens, so that it is available without a network.
public struct UserProfile: Sendable, Hashable, Codable {
    /// The user's id at the back end; `nil` when only a bare token is known.
    public var userID: String?
    /// The name the user signs in with, where a back end has such names.
    public var userName: String?
    /// The primary e-mail address.
    public var email: String?
    /// The phone number (E.164).
    public var phoneNumber: String?
    /// The name to show to people.
    public var displayName: String?
    /// The country of residence (ISO 3166-1 alpha-2).
    public var country: String?
    /// Where a picture of the user is found.
    public var photoURL: URL?
    /// Whether the e-mail address was shown to belong to the user.
    public var isEmailVerified: Bool
    /// Whether the user signed in without giving any identity.
    public var isAnonymous: Bool
    /// When the user was created, if the back end has said so.
    public var createdAt: Date?
    /// When the user signed in last, on any device, if the back end has said so.
    public var lastSignedInAt: Date?
    /// Absent in profiles that earlier versions stored.
    private var providers: [String]?

    /// The providers by which the user signs in, such as `password`, `phone` and `google.com`; empty if they are not known.
    public var providerIDs: [String] {
        get { providers ?? [] }
        set { providers = newValue.isEmpty ? nil : newValue }
    }

    /// Creates a profile; everything that is not given is unknown.
    public init(
        userID: String? = nil,
        userName: String? = nil,
        email: String? = nil,
        phoneNumber: String? = nil,
        displayName: String? = nil,
        country: String? = nil,
        photoURL: URL? = nil,
        isEmailVerified: Bool = false,
        isAnonymous: Bool = false,
        providerIDs: [String] = [],
        createdAt: Date? = nil,
        lastSignedInAt: Date? = nil
    ) {
        self.userID = userID
        self.userName = userName
        self.email = email
        self.phoneNumber = phoneNumber
        self.displayName = displayName
        self.country = country
        self.photoURL = photoURL
        self.isEmailVerified = isEmailVerified
        self.isAnonymous = isAnonymous
        self.createdAt = createdAt
        self.lastSignedInAt = lastSignedInAt
        self.providerIDs = providerIDs
    }
}

extension UserProfile: CustomStringConvertible, CustomReflectable {
    /// The ID; no name, address or number, because events reach logs.
    public var description: String { "UserProfile(\(userID ?? "unknown"))" }
    /// Shows the same.
    public var customMirror: Mirror { Mirror(self, children: ["userID": userID as Any]) }
}
