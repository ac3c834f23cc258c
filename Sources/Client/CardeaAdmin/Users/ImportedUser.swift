public import Foundation

/// A user of another system, with the ID, the times and the password hash that it had there.
public struct ImportedUser: Sendable {
    /// A password as another system stored it.
    public struct PasswordHash: Sendable {
        let hash: Data
        let salt: Data?

        /// - Parameters:
        ///   - hash: The bytes of the hash; of bcrypt its text in UTF-8.
        ///   - salt: The salt of this user; `nil` if the hash has none, or holds it, as that of bcrypt does.
        public init(_ hash: Data, salt: Data? = nil) {
            self.hash = hash
            self.salt = salt
        }
    }

    /// An account of the user at a provider.
    public struct Provider: Sendable {
        /// The provider, such as `google.com`.
        public var id: String
        /// The ID of the user there.
        public var userID: String
        /// The e-mail address there.
        public var email: String?
        /// The name there.
        public var displayName: String?
        /// The address of a picture there.
        public var photoURL: URL?

        /// An account at a provider.
        public init(
            id: String,
            userID: String,
            email: String? = nil,
            displayName: String? = nil,
            photoURL: URL? = nil
        ) {
            self.id = id
            self.userID = userID
            self.email = email
            self.displayName = displayName
            self.photoURL = photoURL
        }
    }

    /// The ID, which the user keeps.
    public var id: String
    /// The e-mail address.
    public var email: String?
    /// Whether the address is verified.
    public var isEmailVerified = false
    /// The phone number (E.164).
    public var phoneNumber: String?
    /// The name that the user signs in with; only Cardea's server has user names.
    public var userName: String?
    /// The name.
    public var displayName: String?
    /// The address of a picture.
    public var photoURL: URL?
    /// Whether the user is disabled.
    public var isDisabled = false
    /// The password; the call of the import says how it was hashed.
    public var passwordHash: PasswordHash?
    /// The custom claims: the text of a JSON object.
    public var customClaimsJSON: String?
    /// Accounts at providers.
    public var providers: [Provider] = []
    /// When the user was created.
    public var createdAt: Date?
    /// When the user signed in last.
    public var lastSignedInAt: Date?

    /// A user with an ID; the other fields are properties.
    ///
    /// - Parameters:
    ///   - id: The ID, 1 to 128 bytes in UTF-8.
    ///   - email: The e-mail address.
    ///   - passwordHash: The password.
    public init(id: String, email: String? = nil, passwordHash: PasswordHash? = nil) {
        self.id = id
        self.email = email
        self.passwordHash = passwordHash
    }
}

/// A user that was not imported.
public struct UserImportFailure: Sendable, Hashable {
    /// The position in the list of the call, from 0.
    public let index: Int
    /// The user's ID.
    public let id: String
    /// The server's reason, for the log of the back end.
    public let reason: String
}
