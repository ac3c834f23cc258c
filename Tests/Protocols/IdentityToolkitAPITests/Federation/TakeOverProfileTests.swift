import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

/// The profile after a take-over, for each proof of the address.
@Suite("The profile of a user that is taken over")
struct TakeOverProfileTests {
    enum Proof: CaseIterable, Sendable {
        case provider, link, reset
    }

    private static let accounts = "/v1/projects/demo/accounts"
    private static let email: JSONValue = "ada@gmail.com"
    private static let profile: JSONObject = [
        "displayName": "Ada", "photoUrl": "https://example.com/ada.png", "userName": "ada",
    ]
    private static let identity: JSONValue = ["sub": "1", "email": email, "email_verified": true]

    private let server: APIServer

    init() async throws { server = try await APIServer() }

    private func code(_ purpose: JSONValue) async throws -> JSONValue {
        let request: JSONValue = ["requestType": purpose, "email": Self.email, "returnOobLink": true]
        let sent = await server.administer("\(Self.accounts):sendOobCode", request)
        return try #require(sent["oobCode"], "\(sent.text)")
    }

    private func prove(_ proof: Proof) async throws {
        let response =
            switch proof {
            case .provider: await server.signIn(with: "google.com", Self.identity)
            case .link:
                await server.call(
                    "signInWithEmailLink",
                    ["oobCode": try await code("EMAIL_SIGNIN"), "email": Self.email]
                )
            case .reset:
                await server.call(
                    "resetPassword",
                    ["oobCode": try await code("PASSWORD_RESET"), "newPassword": "another horse"]
                )
            }
        #expect(response.status == 200, "\(response.text)")
    }

    private func user() async throws -> JSONValue {
        let found = await server.administer("\(Self.accounts):lookup", ["email": [Self.email]])
        let user = try #require(found["users"]?.array?.first, "\(found.text)")
        #expect(user["emailVerified"] == true)
        return user
    }

    @Test(
        "the profile that an administrator has given to a user who has never signed in stays (U16)",
        arguments: Proof.allCases,
        [nil, "initial password"]
    )
    func invited(_ proof: Proof, _ password: String?) async throws {
        var invitation = Self.profile
        invitation["email"] = Self.email
        invitation["password"] = password.map { .string($0) }
        let made = await server.administer(Self.accounts, .object(invitation))
        #expect(made.status == 200, "\(made.text)")
        try await prove(proof)
        let user = try await user()
        for (field, value) in Self.profile { #expect(user[field] == value, "\(field)") }
    }

    @Test(
        "the profile of a user who has signed in without a verified address ends by a provider alone (U16, security 1)",
        arguments: Proof.allCases
    )
    func ofUnverified(_ proof: Proof) async throws {
        var signUp = Self.profile
        signUp["email"] = Self.email
        signUp["password"] = "correct horse"
        #expect(await server.call("signUp", .object(signUp)).status == 200)
        try await prove(proof)
        let user = try await user()
        for (field, value) in Self.profile {
            #expect(user[field] == (proof == .provider ? nil : value), "\(field)")
        }
    }

    @Test(
        "the sessions of a user with an unverified address end, also if no sign-in method is left (security 1)",
        arguments: Proof.allCases
    )
    func withoutMethod(_ proof: Proof) async throws {
        var project = server.project
        project.policy.signIn.protectsEmailEnumeration = false
        project.policy.phone.testNumbers = ["+16505553401=654321"]
        try await server.projects.change(project, by: .server) { $0 = project }
        let sent = await server.call("sendVerificationCode", ["phoneNumber": "+16505553401"])
        let maker = await server.call(
            "signInWithPhoneNumber",
            ["sessionInfo": sent["sessionInfo"] ?? .null, "code": "654321"]
        )
        let idToken = maker["idToken"] ?? .null
        for change: JSONObject in [["email": Self.email], ["deleteProvider": ["phone"]]] {
            var change = change
            change["idToken"] = idToken
            let response = await server.call("update", .object(change))
            #expect(response.status == 200, "\(response.text)")
        }
        #expect(await server.call("lookup", ["idToken": idToken]).status == 200)
        try await prove(proof)
        #expect(await server.call("lookup", ["idToken": idToken]).errorMessage == "TOKEN_EXPIRED")
        #expect(await server.refresh(maker.string("refreshToken")).status == 400)
    }
}
