internal import CardeaSession
internal import Foundation
internal import IdentityWire

extension Credential {
    /// The tokens that an answer carries; an answer without them is not the protocol's.
    private init(
        _ accessToken: String?,
        _ refreshToken: String?,
        expiresIn: String?,
        at date: Date?,
        profile: Profile?
    ) throws(ServerFailure) {
        guard let accessToken, let seconds = expiresIn.flatMap({ Int64($0) }) else {
            throw .unintelligible(status: 200)
        }
        self.init(
            accessToken: Secret(accessToken),
            refreshToken: refreshToken.map { Secret($0) },
            lifetime: .seconds(seconds),
            receivedAt: date,
            profile: profile
        )
    }

    init(_ received: Received<SignUpResponse>) throws(ServerFailure) {
        let answer = received.answer
        let profile = Profile(
            userID: answer.localId,
            email: answer.email,
            displayName: answer.displayName,
            isAnonymous: answer.email == nil
        )
        try self.init(
            answer.idToken,
            answer.refreshToken,
            expiresIn: answer.expiresIn,
            at: received.date,
            profile: profile
        )
    }

    init(_ received: Received<SignInWithPasswordResponse>) throws(ServerFailure) {
        let answer = received.answer
        let profile = Profile(
            userID: answer.localId,
            email: answer.email,
            displayName: answer.displayName,
            photoURL: answer.profilePicture.flatMap { URL(string: $0) }
        )
        try self.init(
            answer.idToken,
            answer.refreshToken,
            expiresIn: answer.expiresIn,
            at: received.date,
            profile: profile
        )
    }

    /// `nil` when the update left the tokens as they were.
    init?(_ received: Received<UpdateResponse>) throws(ServerFailure) {
        let answer = received.answer
        guard answer.idToken != nil else { return nil }
        try self.init(
            answer.idToken,
            answer.refreshToken,
            expiresIn: answer.expiresIn,
            at: received.date,
            profile: nil
        )
    }

    init(_ received: Received<TokenResponse>) throws(ServerFailure) {
        let answer = received.answer
        try self.init(
            answer.idToken,
            answer.refreshToken,
            expiresIn: answer.expiresIn,
            at: received.date,
            profile: nil
        )
    }
}

extension Profile {
    /// What the server knows of a user.
    init(_ info: AccountInfo) {
        self.init(
            userID: info.localId,
            email: info.email,
            phoneNumber: info.phoneNumber,
            displayName: info.displayName,
            photoURL: info.photoUrl.flatMap { URL(string: $0) },
            isEmailVerified: info.emailVerified ?? false,
            isAnonymous: info.email == nil && info.phoneNumber == nil && info.customAuth != true
                && (info.providerUserInfo ?? []).isEmpty
        )
    }
}
