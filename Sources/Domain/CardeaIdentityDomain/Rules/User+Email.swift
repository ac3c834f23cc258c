extension User {
    /// Changes the address; a new one is not verified.
    ///
    /// The first address of a user is kept when another one takes its place.
    package mutating func changeEmail(to address: EmailAddress?) {
        guard address != email else { return }
        if address != nil, initialEmail == nil { initialEmail = email }
        email = address
        (recycling, emailProofs) = (nil, [])
        isEmailVerified = false
    }

    /// Ends the address, and the sign-in by a link to it.
    package mutating func removeEmail() {
        changeEmail(to: nil)
        signsInByEmailLink = false
    }

    package mutating func removePassword(at now: Timestamp) {
        guard passwordHash != nil else { return }
        passwordHash = nil
        passwordChangedAt = now
    }
}
