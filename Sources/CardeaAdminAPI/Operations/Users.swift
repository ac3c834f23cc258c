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
            let users = try await call.users.list(in: try call.pool, after: after, limit: limit)
            return UserList(
                users: users.map(UserResource.init),
                next: users.count == limit ? users.last?.id.rawValue : nil
            )
        }
    }

    static var createUser: Self {
        Operation("users.create", "Creates a user.", .post, users, errors: [.notFound, .conflict]) {
            (call, message: UserResource) in
            let id = message.id.map(UserID.init(rawValue:))
            let changes = AdministeredChanges(message)
            return UserResource(try await call.users.create(changes, id: id, in: try call.pool))
        }
    }

    static var getUser: Self {
        Operation("users.get", "Returns a user.", .get, user, errors: [.notFound, .conflict]) {
            (call, _: NoInput) in UserResource(try await call.user)
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
            let user = try await call.user
            let changes = AdministeredChanges(message.resource)
            return UserResource(try await call.users.update(user.id, changes, in: user.pool))
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
            try await call.users.delete(user.id, in: user.pool)
            return UserResource(user)
        }
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
