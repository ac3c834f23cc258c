internal import CardeaEncodings
internal import CardeaIdentityWire
public import Foundation

/// A user, with the fields that an administrator sees.
public struct UserRecord: Sendable, Hashable, Identifiable {
    /// The ID.
    public let id: String
    /// The tenant; `nil` for the project's own pool.
    public let tenantID: String?
    /// The e-mail address.
    public let email: String?
    /// Whether the address was shown to belong to the user.
    public let isEmailVerified: Bool
    /// The phone number (E.164).
    public let phoneNumber: String?
    /// The name that the user signs in with, in the form that the server compares.
    public let userName: String?
    /// The name.
    public let displayName: String?
    /// The address of a picture.
    public let photoURL: URL?
    /// Whether the user is disabled.
    public let isDisabled: Bool
    /// The sign-in methods: `password`, `phone` or the names of providers.
    public let providerIDs: [String]
    /// Whether the user has a password.
    public let hasPassword: Bool
    /// When the user was created.
    public let createdAt: Date?
    /// When the user signed in last.
    public let lastSignedInAt: Date?
    /// When a session of the user was refreshed last.
    public let lastRefreshedAt: Date?
    /// Tokens of sign-ins before this time are revoked.
    public let tokensValidAfter: Date?
    /// The custom claims: a JSON object; `nil` if there are no claims.
    public let customClaimsJSON: String?

    /// The custom claims as a type of the back end; `nil` if there are no claims, or if they do not fit.
    ///
    /// - Parameter type: A type with a property for each claim that the back end needs.
    /// - Returns: The claims.
    public func customClaims<Claims: Decodable>(as type: Claims.Type = Claims.self) -> Claims? {
        customClaimsJSON.flatMap { try? JSONDecoder().decode(Claims.self, from: Data($0.utf8)) }
    }

    init(_ info: AccountInfo) {
        id = info.localId
        tenantID = info.tenantId
        email = info.email
        isEmailVerified = info.emailVerified ?? false
        phoneNumber = info.phoneNumber
        userName = info.userName
        displayName = info.displayName
        photoURL = info.photoUrl.flatMap { URL(string: $0) }
        isDisabled = info.disabled ?? false
        providerIDs = (info.providerUserInfo ?? []).map(\.providerId)
        hasPassword = info.passwordHash != nil
        createdAt = Self.date(info.createdAt, unitsPerSecond: 1000)
        lastSignedInAt = Self.date(info.lastLoginAt, unitsPerSecond: 1000)
        lastRefreshedAt = info.lastRefreshAt.flatMap(Self.date(rfc3339:))
        tokensValidAfter = Self.date(info.validSince, unitsPerSecond: 1)
        customClaimsJSON = info.customAttributes.flatMap { $0.isEmpty || $0 == "{}" ? nil : $0 }
    }

    private static func date(_ text: String?, unitsPerSecond: Double) -> Date? {
        text.flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0 / unitsPerSecond) }
    }

    private static func date(rfc3339 text: String) -> Date? {
        InternetTime.milliseconds(text).map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }
}

extension UserRecord: CustomStringConvertible, CustomReflectable {
    /// The ID of the user; no name, address or number.
    public var description: String { "UserRecord(\(id))" }
    /// Shows the same.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
