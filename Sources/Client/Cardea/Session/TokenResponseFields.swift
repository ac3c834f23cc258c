internal import CardeaEncodings
internal import CardeaSession
internal import Foundation
internal import CardeaIdentityWire
internal import CardeaSecrets

/// A response that can carry tokens.
protocol TokenResponseFields: Sendable {
    /// Its tokens, as they are sent.
    var tokens: WireTokens { get }
    /// The profile of the user, as far as the response has it.
    var profile: UserProfile? { get }
    /// Whether the operation created the user; `nil` if it creates none.
    var isNewUser: Bool? { get }
}

extension TokenResponseFields {
    var isNewUser: Bool? { nil }
}

/// The result of a sign-in.
struct SignInOutcome: Sendable {
    let credential: SessionCredential
    /// Whether the sign-in created the user.
    var isNewUser = false
    /// Whether the server has begun a session for it.
    var beganSession = true
}

/// Tokens as they are sent; absent where an operation left them as they were.
struct WireTokens {
    let access: Secret?
    let refresh: Secret?
    /// Seconds, in decimal.
    let expiresIn: String?
}

extension SessionCredential {
    /// The tokens of a response; a response without them is not the protocol's.
    init(_ received: ServerResponse<some TokenResponseFields>) throws(ServerFailure) {
        let tokens = received.message.tokens
        guard let access = tokens.access, let seconds = tokens.expiresIn?.wholeNumber
        else {
            throw .unintelligible(status: 200)
        }
        self.init(
            accessToken: SessionSecret(access.reveal()),
            refreshToken: tokens.refresh.map { SessionSecret($0.reveal()) },
            lifetime: .seconds(seconds),
            receivedAt: received.date,
            profile: received.message.profile
        )
    }
}

extension SignUpResponse: TokenResponseFields {
    var tokens: WireTokens { WireTokens(access: idToken, refresh: refreshToken, expiresIn: expiresIn) }
    var isNewUser: Bool? { true }

    var profile: UserProfile? {
        let isAnonymous = email == nil && userName == nil
        return UserProfile(
            userID: localId,
            userName: userName,
            email: email,
            displayName: displayName,
            isAnonymous: isAnonymous,
            providerIDs: isAnonymous ? [] : ["password"]
        )
    }
}

extension SignInWithPasswordResponse: TokenResponseFields {
    var tokens: WireTokens { WireTokens(access: idToken, refresh: refreshToken, expiresIn: expiresIn) }

    var profile: UserProfile? {
        let photoURL = profilePicture.flatMap { URL(string: $0) }
        return UserProfile(
            userID: localId,
            userName: userName,
            email: email.isEmpty ? nil : email,
            displayName: displayName,
            photoURL: photoURL
        )
    }
}

extension SignInWithEmailLinkResponse: TokenResponseFields {
    var tokens: WireTokens { WireTokens(access: idToken, refresh: refreshToken, expiresIn: expiresIn) }
    var profile: UserProfile? { UserProfile(userID: localId, email: email, isEmailVerified: true) }
}

extension SignInWithCustomTokenResponse: TokenResponseFields {
    var tokens: WireTokens { WireTokens(access: idToken, refresh: refreshToken, expiresIn: expiresIn) }

    var profile: UserProfile? {
        let userID = localId ?? idToken.flatMap { TokenPayload(unverified: $0.reveal())?.text("sub") }
        return userID.map { UserProfile(userID: $0) }
    }
}

extension UpdateResponse: TokenResponseFields {
    var tokens: WireTokens { WireTokens(access: idToken, refresh: refreshToken, expiresIn: expiresIn) }
    var profile: UserProfile? { nil }
}

extension TokenResponse: TokenResponseFields {
    var tokens: WireTokens { WireTokens(access: idToken, refresh: refreshToken, expiresIn: expiresIn) }
    var profile: UserProfile? { nil }
}

extension UserProfile {
    /// The profile of a user of the server.
    init(_ info: AccountInfo) {
        let hasIdentity = info.email != nil || info.phoneNumber != nil || info.customAuth == true
        self.init(
            userID: info.localId,
            userName: info.userName,
            email: info.email,
            phoneNumber: info.phoneNumber,
            displayName: info.displayName,
            photoURL: info.photoUrl.flatMap { URL(string: $0) },
            isEmailVerified: info.emailVerified ?? false,
            isAnonymous: !hasIdentity && (info.providerUserInfo ?? []).isEmpty,
            providerIDs: (info.providerUserInfo ?? []).map(\.providerId),
            createdAt: Self.date(info.createdAt),
            lastSignedInAt: Self.date(info.lastLoginAt)
        )
    }

    /// Takes notice of a sign-in method that the user has from now on.
    mutating func gain(_ providerID: String) {
        isAnonymous = false
        if !providerIDs.contains(exact: providerID) { providerIDs.append(providerID) }
    }

    /// A moment in milliseconds since 1970.
    private static func date(_ text: String?) -> Date? {
        text.flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0 / 1000) }
    }
}
