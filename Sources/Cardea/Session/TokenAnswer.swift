internal import CardeaSession
internal import Foundation
internal import CardeaIdentityWire

/// An answer that can carry tokens.
protocol TokenAnswer: Sendable {
    /// Its tokens, as they stand on the wire.
    var tokens: WireTokens { get }
    /// What it tells of the user.
    var profile: Profile? { get }
}

/// Tokens as they stand on the wire; absent where an operation left them as they were.
struct WireTokens {
    let access: String?
    let refresh: String?
    /// Seconds, in decimal.
    let expiresIn: String?
}

extension Credential {
    /// The tokens of an answer; an answer without them is not the protocol's.
    init(_ received: Received<some TokenAnswer>) throws(ServerFailure) {
        let tokens = received.answer.tokens
        guard let access = tokens.access, let seconds = tokens.expiresIn.flatMap({ Int64($0) }) else {
            throw .unintelligible(status: 200)
        }
        self.init(
            accessToken: Secret(access),
            refreshToken: tokens.refresh.map { Secret($0) },
            lifetime: .seconds(seconds),
            receivedAt: received.date,
            profile: received.answer.profile
        )
    }
}

extension SignUpResponse: TokenAnswer {
    var tokens: WireTokens { WireTokens(access: idToken, refresh: refreshToken, expiresIn: expiresIn) }

    var profile: Profile? {
        Profile(userID: localId, email: email, displayName: displayName, isAnonymous: email == nil)
    }
}

extension SignInWithPasswordResponse: TokenAnswer {
    var tokens: WireTokens { WireTokens(access: idToken, refresh: refreshToken, expiresIn: expiresIn) }

    var profile: Profile? {
        let photoURL = profilePicture.flatMap { URL(string: $0) }
        return Profile(userID: localId, email: email, displayName: displayName, photoURL: photoURL)
    }
}

extension UpdateResponse: TokenAnswer {
    var tokens: WireTokens { WireTokens(access: idToken, refresh: refreshToken, expiresIn: expiresIn) }
    var profile: Profile? { nil }
}

extension TokenResponse: TokenAnswer {
    var tokens: WireTokens { WireTokens(access: idToken, refresh: refreshToken, expiresIn: expiresIn) }
    var profile: Profile? { nil }
}

extension Profile {
    /// What the server knows of a user.
    init(_ info: AccountInfo) {
        let hasIdentity = info.email != nil || info.phoneNumber != nil || info.customAuth == true
        self.init(
            userID: info.localId,
            email: info.email,
            phoneNumber: info.phoneNumber,
            displayName: info.displayName,
            photoURL: info.photoUrl.flatMap { URL(string: $0) },
            isEmailVerified: info.emailVerified ?? false,
            isAnonymous: !hasIdentity && (info.providerUserInfo ?? []).isEmpty
        )
    }
}
