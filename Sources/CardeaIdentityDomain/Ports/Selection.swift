/// What a use case reads.
package struct Selection: Sendable, Equatable {
    package enum UserKey: Sendable, Equatable {
        case id(UserID, UserPool)
        case email(EmailAddress, UserPool)
        case phoneNumber(String, UserPool)
        /// The user that the selected session belongs to.
        case ofSession
    }

    package var session: SessionID?
    package var user: UserKey?

    package init(session: SessionID? = nil, user: UserKey? = nil) {
        self.session = session
        self.user = user
    }
}

/// What was found; `nil` where there is nothing by that name.
package struct Snapshot: Sendable, Equatable {
    package var session: Session?
    package var user: User?

    package init(session: Session? = nil, user: User? = nil) {
        self.session = session
        self.user = user
    }
}
