public import CardeaSession
public import Foundation
internal import CardeaLocks

/// A person who signed in, with a session of their own.
///
/// It depends on no client: it still works after its client signed out, and together with other users. Two objects are
/// equal when they are the same object: each sign-in creates its own, also for the same user.
public final class CardeaUser: Sendable, Identifiable {
    /// The user's unique id in the project.
    public let uid: String
    /// Whether the sign-in that this object comes from created the user; `false` for a restored user.
    ///
    /// An app shows a new user its introduction. It asks once, after the sign-in.
    public let isNewUser: Bool
    let session: UserSession
    /// The last profile, for the time after the session.
    private let lastProfile: Mutex<UserProfile>

    /// `nil` when the profile does not say who the user is.
    init?(_ session: UserSession, profile: UserProfile?, isNew: Bool = false) {
        guard let profile, let uid = profile.userID else { return nil }
        self.session = session
        self.uid = uid
        isNewUser = isNew
        lastProfile = Mutex(profile)
    }

    /// The same as `uid`.
    public var id: String { uid }

    /// The profile of the user on this device; `reload` fetches it again.
    public var profile: UserProfile {
        let present = session.engine.state.profile
        return lastProfile.withLock { last in
            last = present ?? last
            return last
        }
    }

    /// The primary e-mail address.
    public var email: String? { profile.email }
    /// Whether the e-mail address was shown to belong to the user.
    public var isEmailVerified: Bool { profile.isEmailVerified }
    /// The name to show to people.
    public var displayName: String? { profile.displayName }
    /// Where a picture of the user is found.
    public var photoURL: URL? { profile.photoURL }
    /// The phone number.
    public var phoneNumber: String? { profile.phoneNumber }
    /// The user pool of the project that the user belongs to; `nil` for the project's own.
    public var tenantID: String? { session.server.tenant }
    /// The user's known sign-in methods, such as `password`, `phone` and `google.com`; `fetchProviders()` reads them
    /// from the server.
    public var providerIDs: [String] { profile.providerIDs }
    /// When the user was created; `nil` until the server was asked, as after a sign-up: `reload()` reads it.
    public var createdAt: Date? { profile.createdAt }
    /// When the user signed in last, on any device, as far as it is known on this one; `reload()` reads it.
    public var lastSignedInAt: Date? { profile.lastSignedInAt }
    /// Whether the user signed in without giving any identity.
    public var isAnonymous: Bool { profile.isAnonymous }
}

extension CardeaUser: Hashable {
    /// Whether both are the same object.
    public static func == (left: CardeaUser, right: CardeaUser) -> Bool { left === right }

    /// Feeds the object's identity into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension CardeaUser: CustomStringConvertible {
    /// The id; nothing that only the user should know.
    public var description: String { "CardeaUser(\(uid))" }
}
