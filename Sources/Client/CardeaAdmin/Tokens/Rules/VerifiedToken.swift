internal import CardeaEncodings
internal import CardeaSession
public import Foundation

/// An ID token or a session cookie whose signature and claims are valid.
public struct VerifiedToken: Sendable, Hashable {
    /// The user (`sub`).
    public let userID: String
    /// When the token was issued (`iat`).
    public let issuedAt: Date
    /// When the token expires (`exp`).
    public let expiresAt: Date
    /// When the user signed in or authenticated again (`auth_time`).
    public let authenticatedAt: Date
    private let payload: TokenPayload

    init(userID: String, issuedAt: Date, expiresAt: Date, authenticatedAt: Date, payload: TokenPayload) {
        self.userID = userID
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.authenticatedAt = authenticatedAt
        self.payload = payload
    }

    /// The user's e-mail address.
    public var email: String? { payload.text("email") }
    /// Whether the address was shown to belong to the user.
    public var isEmailVerified: Bool { payload.claim("email_verified", as: Bool.self) ?? false }
    /// The user's phone number (E.164).
    public var phoneNumber: String? { payload.text("phone_number") }
    /// The user's name.
    public var displayName: String? { payload.text("name") }
    /// The way in which the user signed in: `password`, `anonymous`, `custom` or the name of a provider.
    public var signInProvider: String? { payload.signInProvider }
    /// The second factor of the sign-in, if there was one.
    public var signInSecondFactor: String? { payload.secondFactor }
    /// The tenant of the user; `nil` for the project's own pool.
    public var tenantID: String? { payload.tenant }
    /// The names of the claims that an administrator or a custom token added.
    public var customClaimNames: Set<String> {
        // Own texts: the project chose the names.
        Set(payload.customNames.map(\.wrappedValue))
    }

    /// A claim; `nil` if the token does not have it, or has it with another type.
    ///
    ///     guard token.claim("role", as: String.self) == "editor" else { return .forbidden }
    ///
    /// - Parameters:
    ///   - name: The name of the claim.
    ///   - type: The type of its value.
    /// - Returns: The value.
    public func claim<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
        payload.claim(name, as: type)
    }

    /// All claims as a type of the back end.
    ///
    /// - Parameter type: A type with a property for each claim that the back end needs.
    /// - Returns: The claims.
    /// - Throws: `invalidClaims` if the claims do not fit the type.
    public func claims<Claims: Decodable>(as type: Claims.Type = Claims.self) throws(AdminError) -> Claims {
        guard let claims = payload.claims(as: type) else {
            throw AdminError(.invalidClaims, detail: "the claims do not fit \(Claims.self)")
        }
        return claims
    }
}

extension VerifiedToken: CustomStringConvertible, CustomReflectable {
    /// The ID of the user; no address, number or claim.
    public var description: String { "VerifiedToken(\(userID))" }
    /// Shows the same.
    public var customMirror: Mirror { Mirror(self, children: ["userID": userID]) }
}
