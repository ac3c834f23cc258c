import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire

extension AccountChanges {
    /// What a user asks to be changed of their own account.
    init(_ message: UpdateRequest) {
        self.init(
            email: message.email,
            password: message.password,
            displayName: message.change(of: .displayName, to: message.displayName),
            photoURL: message.change(of: .photoURL, to: message.photoUrl)
        )
    }
}

extension AdministeredChanges {
    /// What an administrator asks to be changed of an account.
    init(_ message: UpdateRequest) throws(IdentityToolkitError) {
        self.init()
        email = message.change(of: .email, to: message.email)
        password = message.change(of: .password, to: message.password)
        displayName = message.change(of: .displayName, to: message.displayName)
        photoURL = message.change(of: .photoURL, to: message.photoUrl)
        customClaims = message.customAttributes.map { $0.isEmpty ? .clear : .set($0) } ?? .keep
        isEmailVerified = message.emailVerified
        isDisabled = message.disableUser
        validSince = try message.validSince.map { seconds throws(IdentityToolkitError) in
            guard let moment = Timestamp(checkingSeconds: seconds) else {
                throw IdentityToolkitError(.invalidArgument, "valid_since")
            }
            return moment
        }

        let providers = message.deleteProvider ?? []
        phoneNumber = providers.contains("phone") ? .clear : Field(message.phoneNumber)
        if providers.contains("password") { password = .clear }
    }
}

extension UpdateRequest {
    /// An empty text clears as `deleteAttribute` does.
    fileprivate func change(of attribute: UserAttribute, to value: String?) -> Field<String> {
        if deleteAttribute?.contains(attribute) == true { return .clear }
        guard let value else { return .keep }
        return value.isEmpty ? .clear : .set(value)
    }
}
