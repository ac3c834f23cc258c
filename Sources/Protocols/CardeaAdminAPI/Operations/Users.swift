import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

/// The users of a project or of a tenant, by ID, e-mail address, phone number or user name.
extension AdminOperation {
    private static var users: [String] {
        ["/projects/{project}/users", "/projects/{project}/tenants/{tenant}/users"]
    }
    private static var user: [String] { users.map { $0 + "/{user}" } }

    static var listUsers: Self {
        Operation("users.list", "Lists users by ID.", .get, users, errors: [.notFound]) {
            (call, message: UserPageRequest) in
            let limit = Int(message.limit ?? 100)
            let after = message.after.map(UserID.init(rawValue:))
            if let part = message.contains {
                let found = try await call.users.search(part, in: try call.pool, after: after, limit: limit)
                return UserList(users: found.users.map { UserResource($0) }, next: found.next?.rawValue)
            }
            let users = try await call.users.list(in: try call.pool, after: after, limit: limit)
            return UserList(
                users: users.map { UserResource($0) },
                next: users.count == limit ? users.last?.id.rawValue : nil
            )
        }
    }

    static var createUser: Self {
        Operation("users.create", "Creates a user.", .post, users, errors: [.notFound, .conflict]) {
            (call, message: UserResource) in
            let id = message.id.map(UserID.init(rawValue:))
            let changes = AdministeredChanges(message)
            return try await call.detail(
                of: try await call.users.create(changes, id: id, in: try call.pool, by: call.actor)
            )
        }
    }

    static var getUser: Self {
        Operation("users.get", "Returns a user.", .get, user, errors: [.notFound, .conflict]) {
            (call, _: NoInput) in try await call.detail(of: try await call.user)
        }
    }

    static var updateUser: Self {
        Operation(
            "users.update",
            "Changes the fields of a user that the request has; an empty text removes a name, photo, phone number, user name or claims.",
            .patch,
            user,
            errors: [.notFound, .conflict]
        ) { (call, message: Changes<UserResource>) in
            try await call.update(by: AdministeredChanges(message.resource))
        }
    }

    static var deleteUser: Self {
        Operation(
            "users.delete",
            "Deletes a user with all sessions, and returns the last state.",
            .delete,
            user,
            errors: [.notFound, .conflict]
        ) { (call, _: NoInput) in
            let user = try await call.user
            try await call.users.delete(user.id, in: user.pool, by: call.actor)
            return UserResource(user)
        }
    }
}

/// The operations for the support of users.
extension AdminOperation {
    private static func ofUser(_ rest: String) -> [String] { user.map { $0 + rest } }

    static var signOutUser: Self {
        Operation(
            "users.signOut",
            "Ends all sessions of a user.",
            .post,
            ofUser(":signOut"),
            errors: [.notFound, .conflict]
        ) { (call, _: NoInput) in
            var changes = AdministeredChanges()
            changes.endsSessions = true
            return try await call.update(by: changes)
        }
    }

    static var unlinkProvider: Self {
        Operation(
            "users.unlink",
            "Removes the account of a user at an identity provider.",
            .delete,
            ofUser("/providers/{provider}"),
            errors: [.notFound, .conflict]
        ) { (call, _: NoInput) in
            let name = call["provider"]
            guard let provider = ProviderID(rawValue: name),
                try await call.user.identities.contains(where: { $0.provider == provider })
            else { throw AdminError(.notFound, "the user has no account at '\(name)'") }
            var changes = AdministeredChanges()
            changes.removedProviders = [provider]
            return try await call.update(by: changes)
        }
    }

    static var sendPasswordReset: Self {
        Operation(
            "users.sendPasswordReset",
            "Sends a user a link to choose a new password.",
            .post,
            ofUser(":sendPasswordReset"),
            errors: [.notFound, .conflict]
        ) { (call, message: PasswordResetRequest) in
            let user = try await call.user
            guard let email = user.email else {
                throw AdminError(.conflict, "the user has no e-mail address")
            }
            guard let scope = call.projects.scope(in: user.pool, of: nil) else {
                throw IdentityError.scope(.tenantNotFound)
            }
            _ = try await call.services.verification.sendCode(
                CodeRequest(.passwordReset, email: email.description),
                for: .administrator(sends: true),
                by: Caller(scope, remoteAddress: "unix", language: message.language)
            )
            return try await call.detail(of: user)
        }
    }

    static var exportUser: Self {
        Operation(
            "users.exportOne",
            "Returns a user with the password hash.",
            paths: forms(ofUser(":export")),
            by: [.operator],
            errors: [AdminError.Code.notFound.errorCode, AdminError.Code.conflict.errorCode]
        ) { (call, _: NoInput) in
            OutputLines([UserLine(try await call.services.userExport.record(of: try await call.user))])
        }
    }
}

struct PasswordResetRequest: InputMessage {
    var language: String?

    static let inputFields = InputTable<Self> {
        InputField(
            \.language,
            .bytes(64),
            "Language of the mail, as a BCP 47 tag; defaults to that of the project."
        )
    }
}

extension AdminCall {
    /// A user with what only a request for one user shows.
    fileprivate func detail(of user: User) async throws -> UserResource {
        let identities = try await users.identities(of: [user], in: user.pool)[user.id] ?? []
        return UserResource(user, identities, sessions: try await users.sessionCount(of: user))
    }

    /// Changes the user in the path.
    fileprivate func update(by changes: AdministeredChanges) async throws -> UserResource {
        let user = try await user
        return try await detail(of: try await users.update(user.id, changes, in: user.pool, by: actor))
    }
}

extension AdministeredChanges {
    fileprivate init(_ user: UserResource) {
        self.init()
        email = Field(user.email)
        password = Field(user.password)
        displayName = Field(orEmpty: user.displayName)
        photoURL = Field(orEmpty: user.photoURL)
        phoneNumber = Field(orEmpty: user.phoneNumber)
        userName = Field(orEmpty: user.userName)
        customClaims = Field(orEmpty: user.customClaims)
        isEmailVerified = user.emailVerified
        isDisabled = user.disabled
    }
}

extension Field<String> {
    /// Sets a text, if one is given; an empty text removes the value.
    fileprivate init(orEmpty text: String?) { self = text == "" ? .clear : Field(text) }
}
