internal import CardeaEncodings
public import CardeaSession
public import Foundation

/// An ID token and its claims.
///
/// The claims are for what an app shows. A back end verifies the token; nothing on the device does.
public struct IDTokenResult: Sendable, Hashable {
    /// The token.
    public let token: SessionSecret
    /// The user (`sub`).
    public let userID: String
    /// When the token was issued (`iat`), by the server's clock.
    public let issuedAt: Date
    /// When the token expires (`exp`), by the server's clock.
    public let expiresAt: Date
    private let payload: TokenPayload

    /// Reads a token without a check of its signature; `nil` if it is not an ID token.
    init?(_ token: SessionSecret) {
        guard let payload = TokenPayload(unverified: token.reveal()), let userID = payload.text("sub"),
            let issuedAt = payload.date("iat"), let expiresAt = payload.date("exp")
        else { return nil }
        self.token = token
        self.userID = userID
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.payload = payload
    }

    /// When the user signed in or authenticated again (`auth_time`).
    public var authenticatedAt: Date? { payload.date("auth_time") }
    /// The way in which the user signed in: `password`, `anonymous`, `custom` or the name of a provider.
    public var signInProvider: String? { payload.signInProvider }
    /// The second factor of the sign-in, if there was one.
    public var signInSecondFactor: String? { payload.secondFactor }
    /// The user pool of the project that the user belongs to; `nil` for the project's own.
    public var tenantID: String? { payload.tenant }
    /// The names of the claims that an administrator or a custom token added.
    public var customClaimNames: Set<String> {
        // Own texts: the project chose the names.
        Set(payload.customNames.map(\.wrappedValue))
    }

    /// A claim; `nil` if the token does not have it, or has it with another type.
    ///
    ///     let isEditor = result.claim("editor", as: Bool.self) ?? false
    ///
    /// - Parameters:
    ///   - name: The name of the claim.
    ///   - type: The type of its value.
    /// - Returns: The value.
    public func claim<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
        payload.claim(name, as: type)
    }

    /// All claims as a type of the app.
    ///
    /// - Parameter type: A type with a property for each claim that the app needs.
    /// - Returns: The claims.
    /// - Throws: `invalidArgument` if the claims do not fit the type.
    public func claims<Claims: Decodable>(as type: Claims.Type = Claims.self) throws(CardeaError) -> Claims {
        guard let claims = payload.claims(as: type) else {
            throw CardeaError(.invalidArgument, detail: "the claims do not fit \(Claims.self)")
        }
        return claims
    }
}

extension CardeaUser {
    /// The ID token with its claims, refreshed first if it is about to expire.
    ///
    /// - Parameter forcingRefresh: Whether to refresh it in any case, for example after a change of the user's claims.
    /// - Returns: The token and its claims.
    /// - Throws: As `accessToken(forcingRefresh:)`; `serverError` if the token is not a JWT.
    public func idTokenResult(forcingRefresh: Bool = false) async throws(CardeaError) -> IDTokenResult {
        guard let result = IDTokenResult(try await idToken(forcingRefresh: forcingRefresh)) else {
            throw CardeaError(.serverError, detail: "the server's token is not an ID token")
        }
        return result
    }
}
