import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations

extension ToolkitOperation {
    static var lookup: Self {
        Operation(
            "accounts.lookup",
            "Returns the user of an ID token, or the users that an administrator names.",
            paths: .app("lookup") + .administrator("accounts:lookup") + .relyingParty("getAccountInfo"),
            by: [.user, .administrator],
            errors: .toolkit(.missingIDToken, .invalidIDToken, .tokenExpired, .userNotFound, .userDisabled)
        ) { (call, message: LookupRequest) in
            guard call.namesUsers else {
                let user = try await call.user(message.idToken).user
                return LookupResponse(users: [try await call.services.users.accountInfo(of: user)])
            }
            try call.requireTenant(of: message.idToken)
            let users = try await call.services.users.accountInfo(
                of: try await call.namedUsers(message),
                in: call.caller.pool
            )
            return LookupResponse(users: users.isEmpty ? nil : users)
        }
    }
}

extension LookupRequest: InputMessage {
    /// The largest number of users that Google's admin SDKs name in one request.
    fileprivate static let maximumSelectors = 100

    package static let inputFields = InputTable<Self> {
        InputField.idToken(\.idToken, "Token of the user.")
        InputField(\.localId, .count(maximumSelectors, each: .bytes(128)), "User IDs; for administrators.")
        InputField(
            \.email,
            .count(maximumSelectors, each: .bytes(254)),
            "E-mail addresses; for administrators."
        )
        InputField(
            \.phoneNumber,
            .count(maximumSelectors, each: .bytes(32)),
            "Phone numbers; for administrators."
        )
        InputField(
            \.userName,
            .count(maximumSelectors, each: .bytes(256)),
            "User names; for administrators."
        )
        InputField(
            \.federatedUserId,
            .count(maximumSelectors, each: NoLimit()),
            "Accounts at identity providers; for administrators."
        )
        InputField.scope
        InputField.ignored("initialEmail", "delegatedProjectNumber")
    }
}

extension ToolkitCall {
    /// The users that an administrator names, each once.
    fileprivate func namedUsers(_ message: LookupRequest) async throws -> [User] {
        let selectors =
            (message.localId ?? []).map { UserSelector.id(UserID(rawValue: $0)) }
            + (message.email ?? []).map(UserSelector.email)
            + (message.phoneNumber ?? []).map(UserSelector.phoneNumber)
            + (message.federatedUserId ?? []).compactMap(UserSelector.init)
            + (message.userName ?? []).map(UserSelector.userName)
        guard selectors.count <= LookupRequest.maximumSelectors else {
            throw IdentityToolkitError(
                .invalidArgument,
                "At most \(LookupRequest.maximumSelectors) users at a time."
            )
        }
        return try await services.users.find(selectors, in: caller.pool)
    }
}

extension FederatedUserID: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField(\.providerId, .name(128), "Provider, such as `google.com`.")
        InputField(\.rawId, .name(256), "ID of the user at the provider.")
    }
}

extension UserSelector {
    /// - Returns: `nil` for an identity that no user can have.
    fileprivate init?(_ id: FederatedUserID) {
        guard let provider = ProviderID(rawValue: id.providerId ?? ""),
            let identity = ProviderSubject(provider, id.rawId ?? "")
        else { return nil }
        self = .identity(identity)
    }
}

extension LookupResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.users, "The users; absent if no user was found.")
    }
}

extension AccountInfo: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.localId, "ID of the user.")
        OutputField(\.email, "E-mail address.")
        OutputField(\.emailVerified, "Whether the e-mail address is verified.")
        OutputField(\.emailLinkSignin, "Whether the user has signed in by a link that was sent by e-mail.")
        OutputField(\.displayName, "Name.")
        OutputField(\.photoUrl, "URL of a picture.")
        OutputField(\.phoneNumber, "Phone number in E.164 form.")
        OutputField(\.userName, "User name.")
        OutputField(\.providerUserInfo, "Sign-in methods of the user.")
        OutputField(\.passwordHash, "Present if the user has a password; never a usable hash.")
        OutputField(\.salt, "Always absent, but in an emulator.")
        OutputField(\.version, "Always absent.")
        OutputField(\.passwordUpdatedAt, "Time of the last password change, in milliseconds since 1970.")
        OutputField(\.validSince, "Tokens from before this time are invalid; seconds since 1970.")
        OutputField(\.disabled, "Whether the user is disabled.")
        OutputField(\.createdAt, "Time of creation, in milliseconds since 1970.")
        OutputField(\.lastLoginAt, "Time of the last sign-in, in milliseconds since 1970.")
        OutputField(\.lastRefreshAt, "Time of the last refresh (RFC 3339); only the day for the user.")
        OutputField(\.customAttributes, "Custom claims, as the JSON text of one object.")
        OutputField(\.customAuth, "True if the user has signed in by a custom token.")
        OutputField(\.screenName, "Name of the account at a provider; in an emulator alone.")
        OutputField(\.initialEmail, "First e-mail address, if the user has changed it.")
        OutputField(\.tenantId, "Tenant of the user.")
    }
}

extension ProviderUserInfo: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.providerId, "Name of the sign-in method: password, phone or an identity provider.")
        OutputField(
            \.rawId,
            "E-mail address, user name, phone number, or the ID of the user at the provider."
        )
        OutputField(\.federatedId, "E-mail address, user name, or the ID of the user at the provider.")
        OutputField(\.email, "E-mail address.")
        OutputField(\.displayName, "Name.")
        OutputField(\.photoUrl, "URL of a picture.")
        OutputField(\.phoneNumber, "Phone number in E.164 form.")
        OutputField(\.screenName, "Name of the account at the provider.")
    }
}
