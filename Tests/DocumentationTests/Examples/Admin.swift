import CardeaAdmin
import Foundation

// The examples on the pages of CardeaAdmin.
private struct BackEnd {
    let address: URL
    let keyFile: URL
    let admin: AdminClient

    func start(_ bearer: SessionSecret) async throws {
        // EXAMPLE AdminClient
        let admin = try AdminClient(
            .init(server: .cardea(address), serviceAccount: ServiceAccountKey(file: keyFile))
        )
        let token = try await admin.verifyIDToken(bearer)
        let user = try await admin.user(token.userID)
        // END
        _ = user
    }

    func protect(_ bearer: SessionSecret) async -> Int {
        // EXAMPLE ProtectingAnEndpoint
        do {
            let token = try await admin.verifyIDToken(bearer)
            guard token.claim("role", as: String.self) == "editor" else { return 403 }
            print("Hello, \(token.email ?? token.userID)")
            return 200
        } catch {
            // The app refreshes its token after a 401, and sends the request again.
            return error.code == .keysUnavailable ? 503 : 401
        }
        // END
    }

    func checkRevoked(_ bearer: SessionSecret) async throws {
        // EXAMPLE CheckingRevocation
        let token = try await admin.verifyIDToken(bearer, checkRevoked: true)
        // END
        _ = token
    }

    func exchange(_ idToken: SessionSecret) async throws -> String? {
        // EXAMPLE MakingACookie
        let token = try await admin.verifyIDToken(idToken)
        guard token.authenticatedAt.timeIntervalSinceNow > -300 else { return nil }
        let cookie = try await admin.createSessionCookie(idToken: idToken, lifetime: .seconds(14 * 86_400))
        return "session=\(cookie.reveal()); HttpOnly; Secure; SameSite=Lax; Path=/; Max-Age=1209600"
        // END
    }

    func visit(_ cookie: SessionSecret) async throws {
        // EXAMPLE VerifyingACookie
        let visitor = try await admin.verifySessionCookie(cookie)
        // END
        _ = visitor
    }

    func manage() async throws {
        // EXAMPLE ManagingUsers
        let ada = try await admin.createUser(
            .init(email: "ada@example.com", isEmailVerified: true, displayName: "Ada")
        )
        try await admin.updateUser(ada.id, .init(displayName: .clear, isDisabled: false))
        try await admin.setCustomClaims(of: ada.id, ["role": "editor"])
        for try await user in admin.allUsers() { print(user.email ?? user.id) }

        // All sessions of the user end, on all devices.
        try await admin.revokeSessions(of: ada.id)
        try await admin.deleteUser(ada.id)
        // END
    }

    func change(_ ada: UserRecord, _ newEmail: String) async throws {
        // EXAMPLE ChangingAUser
        // A literal, the value of a variable, no value. Fields that are not named stay as they are.
        try await admin.updateUser(
            ada.id,
            .init(email: .set(newEmail), displayName: "Ada L.", photoURL: .clear)
        )
        // END
    }

    func secretsAndClaims(_ password: String) async throws {
        // EXAMPLE PasswordAndClaims
        let bob = try await admin.createUser(
            .init(email: "bob@example.com", password: .set(SessionSecret(password)))
        )
        struct Claims: Encodable { let role = "editor", level = 3, isTrainee = false }
        try await admin.setCustomClaims(of: bob.id, Claims())
        // END
    }

    func list() async throws {
        // EXAMPLE ListingUsers
        let page = try await admin.userPage(size: 100)
        let next = try await admin.userPage(size: 100, pageToken: page.nextPageToken)
        let newest = try await admin.queryUsers(order: .createdAt, isDescending: true, limit: 10)
        let count = try await admin.userCount()
        // END
        _ = (next, newest, count)
    }

    func importUsers() async throws {
        // EXAMPLE ImportingUsers
        let bob = ImportedUser(
            id: "bob-7",
            email: "bob@example.com",
            passwordHash: .init(Data("$2b$10$…".utf8))
        )
        for failure in try await admin.importUsers([bob], hashedBy: .bcrypt) {
            print(failure.id, failure.reason)
        }
        // END
    }

    func customToken() throws -> String {
        // EXAMPLE SigningACustomToken
        let token = try admin.customToken(for: "user-7", claims: ["plan": "gold"])
        return token.reveal()
        // END
    }

    func links() async throws {
        // EXAMPLE AdminLinks
        let verify = try await admin.emailVerificationLink(for: "ada@example.com")
        let reset = try await admin.passwordResetLink(for: "ada@example.com")
        // END
        _ = (verify, reset)
    }

    func tenants() async throws {
        // EXAMPLE AdminTenants
        let tenant = try await admin.createTenant(.init(displayName: "Acme", allowsPasswordSignIn: true))
        let acme = admin.forTenant(tenant.id)
        let user = try await acme.user(email: "ada@example.com")
        for try await user in acme.allUsers() { print(user.id) }
        for tenant in try await admin.tenants() { print(tenant.id, tenant.displayName ?? "") }
        // END
        _ = user
    }
}
