import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaSecrets

extension AccountChanges {
    /// The changes that users request for themselves.
    init(_ message: UpdateRequest) {
        self.init(
            email: message.email,
            userName: message.userName,
            password: message.password,
            displayName: message.change(of: .displayName, to: message.displayName),
            photoURL: message.change(of: .photoURL, to: message.photoUrl)
        )
        let removesProvider = message.deleteProvider?.contains("password") ?? false
        removesPassword = removesProvider || message.deletes(.password)
        removesEmail = removesProvider || message.deletes(.email)
        removesPhoneNumber = message.deleteProvider?.contains("phone") ?? false
        removedProviders = message.removedProviders
        endsSessions = message.validSince != nil
        returnsTokens = message.returnSecureToken ?? false
    }
}

extension AdministeredChanges {
    /// The changes that an administrator asks for.
    ///
    /// - Throws: `.missingEmail` or `.missingPassword` for an empty text: only `deleteAttribute` and `deleteProvider` delete
    ///   these.
    init(_ message: UpdateRequest) throws(IdentityError) {
        self.init()
        guard message.email?.isEmpty != true else { throw .input(.missingEmail) }
        guard message.password?.isEmpty != true else { throw .password(.missing) }
        email = message.deletes(.email) ? .clear : Field(message.email)
        password = message.deletes(.password) ? .clear : Field(message.password)
        displayName = message.change(of: .displayName, to: message.displayName)
        photoURL = message.change(of: .photoURL, to: message.photoUrl)
        customClaims = message.customAttributes.map { $0.isEmpty ? .clear : .set($0) } ?? .keep
        isEmailVerified = message.emailVerified
        isDisabled = message.disableUser
        validSince = message.validSince.map(Timestamp.init(seconds:))
        lastSignedInAt = message.lastLoginAt.map(Timestamp.init(milliseconds:))
        userName = message.userName.map { $0.isEmpty ? .clear : .set($0) } ?? .keep
        let providers = message.deleteProvider ?? []
        phoneNumber = providers.contains("phone") ? .clear : Field(message.phoneNumber)
        if providers.contains("password") { password = .clear }
        removedProviders = message.removedProviders
        linkedIdentity = message.linkProviderUserInfo.map { info in
            UserRecord.Provider(
                id: info.providerId ?? "",
                subject: info.rawId ?? "",
                email: info.email,
                displayName: info.displayName,
                photoURL: info.photoUrl
            )
        }
    }
}

extension UpdateRequest {
    /// The identity providers among the sign-in methods to delete.
    fileprivate var removedProviders: Set<ProviderID> {
        Set((deleteProvider ?? []).compactMap(ProviderID.init(rawValue:)))
    }

    fileprivate func deletes(_ attribute: UserAttribute) -> Bool {
        deleteAttribute?.contains(attribute) ?? false
    }

    /// An empty text clears a property, like `deleteAttribute`.
    fileprivate func change(of attribute: UserAttribute, to value: String?) -> Field<String> {
        if deletes(attribute) { return .clear }
        guard let value else { return .keep }
        return value.isEmpty ? .clear : .set(value)
    }
}
