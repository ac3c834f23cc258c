import CardeaIdentityDomain

/// The texts of a profile, checked.
struct Profile {
    private let displayName: Field<String>
    private let photoURL: Field<String>

    init(displayName: Field<String>, photoURL: Field<String>) throws(IdentityError) {
        if case .set(let name) = displayName, !ProfileRules.isDisplayName(name) {
            throw .input(.invalidDisplayName)
        }
        if case .set(let url) = photoURL, !ProfileRules.isPhotoURL(url) { throw .input(.invalidPhotoURL) }
        self.displayName = displayName
        self.photoURL = photoURL
    }

    init(displayName: String?, photoURL: String?) throws(IdentityError) {
        try self.init(
            displayName: Field(displayName),
            photoURL: Field(photoURL)
        )
    }

    func apply(to user: inout User) {
        displayName.apply(to: &user.displayName)
        user.displayName = user.displayName.map(ProfileRules.withoutControls)
        photoURL.apply(to: &user.photoURL)
    }
}
