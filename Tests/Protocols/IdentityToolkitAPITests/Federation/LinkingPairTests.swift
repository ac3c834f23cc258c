import APITestSupport
import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

/// Every pair of sign-in methods, one after the other, with one address (U15, U16).
@Suite("Pairs of sign-in methods over Identity Toolkit")
struct LinkingPairTests {
    enum Method: String, CaseIterable, Sendable {
        case untrustedProvider, trustedProvider, unverifiedPassword, verifiedPassword, phone, anonymous,
            custom
    }

    /// The result of the second sign-in.
    enum Outcome: Equatable {
        /// A user of its own.
        case separate
        /// The same user, and the first method still works.
        case linked
        /// The same user, and the first method has ended.
        case takenOver
        /// A link is needed: the user has to sign in by the first method.
        case confirm
        case rejected(String)
    }

    /// The rule, in full.
    private static func expected(_ first: Method, _ second: Method) -> Outcome {
        switch (first, second) {
        // These have no address.
        case (.phone, _), (.anonymous, _), (.custom, _), (_, .phone), (_, .anonymous), (_, .custom): .separate
        case (_, .untrustedProvider): .confirm
        case (.untrustedProvider, .trustedProvider), (.unverifiedPassword, .trustedProvider): .takenOver
        case (_, .trustedProvider): .linked
        case (_, .unverifiedPassword): .rejected("EMAIL_EXISTS")
        // The link in the mail proves the address.
        case (.untrustedProvider, .verifiedPassword), (.unverifiedPassword, .verifiedPassword): .takenOver
        case (_, .verifiedPassword): .linked
        }
    }

    @Test("the second method has the outcome of U15 and U16", arguments: Method.allCases, Method.allCases)
    func pair(_ first: Method, _ second: Method) async throws {
        let world = try await PairWorld()
        let before = try await world.signIn(first, "first")
        #expect(before.status == 200, "\(before.text)")
        let firstToken = before.string("refreshToken")
        let after = try await world.signIn(second, "second")
        let outcome = Self.expected(first, second)
        switch outcome {
        case .separate:
            #expect(after["idToken"] != nil && after["localId"] != before["localId"], "\(after.text)")
        case .linked, .takenOver:
            #expect(after["idToken"] != nil && after["localId"] == before["localId"], "\(after.text)")
        case .confirm:
            #expect(after["needConfirmation"] == true && after["idToken"] == nil, "\(after.text)")
            #expect(after["localId"] == nil && after["pendingToken"] != nil)
        case .rejected(let code):
            #expect(after.status == 400 && after.errorMessage == code)
        }
        // A take-over ends every session and the first method; nothing else does.
        if !firstToken.isEmpty {
            let refreshed = await world.server.refresh(firstToken)
            #expect((refreshed.status == 200) == (outcome != .takenOver), "\(refreshed.text)")
        }
        guard outcome == .takenOver else { return }
        let again = try await world.signIn(first, "first")
        switch first {
        case .untrustedProvider: #expect(again["needConfirmation"] == true, "\(again.text)")
        default: #expect(again.status == 400, "\(again.text)")
        }
        let lookup = await world.server.call("lookup", ["idToken": after["idToken"] ?? .null])
        let user = try #require(lookup["users"]?.array?.first, "\(lookup.text)")
        #expect(user["emailVerified"] == true && user["passwordHash"] == nil)
        let providers = user["providerUserInfo"]?.array?.map { $0["providerId"]?.string ?? "" }
        #expect(providers == (second == .trustedProvider ? ["google.com"] : ["password"]))
    }
}

/// A server on which each sign-in method can be tried with one address.
private struct PairWorld {
    private static let email: JSONValue = "ada@gmail.com"
    let server: APIServer
    private let backEnd: ServiceAccountSample

    init() async throws {
        var policy = Policy()
        policy.refreshTokens.issuedToAnonymous = true
        server = try await APIServer(policy: policy)
        backEnd = try await ServiceAccountSample(in: ServiceAccounts(projects: server.projects))
    }

    func signIn(_ method: LinkingPairTests.Method, _ name: String) async throws -> APIResponse {
        switch method {
        case .untrustedProvider:
            let provider = name == "first" ? "facebook.com" : "github.com"
            return await server.signIn(
                with: provider,
                ["sub": .string(name), "email": Self.email, "email_verified": true]
            )
        case .trustedProvider:
            let provider = name == "first" ? "apple.com" : "google.com"
            return await server.signIn(
                with: provider,
                ["sub": .string(name), "email": Self.email, "email_verified": true]
            )
        case .unverifiedPassword:
            let known = await server.call(
                "signInWithPassword",
                ["email": Self.email, "password": "correct horse"]
            )
            if name == "first", known.status == 200 { return known }
            if name == "first", await isKnown() { return known }
            return await server.call(
                "signUp",
                ["email": Self.email, "password": "correct horse", "returnSecureToken": true]
            )
        case .verifiedPassword:
            let send: JSONValue = ["requestType": "EMAIL_SIGNIN", "email": Self.email, "returnOobLink": true]
            let sent = await server.administer("/v1/projects/demo/accounts:sendOobCode", send)
            let use: JSONValue = ["email": Self.email, "oobCode": sent["oobCode"] ?? .null]
            return await server.call("signInWithEmailLink", use)
        case .phone: return try await phone(name)
        case .anonymous: return await server.call("signUp", ["returnSecureToken": true])
        case .custom: return try await custom(name)
        }
    }

    private func isKnown() async -> Bool {
        let found = await server.administer("/v1/projects/demo/accounts:lookup", ["email": [Self.email]])
        return found["users"] != nil
    }

    /// A user with a phone number alone, signed in by a custom token.
    private func phone(_ name: String) async throws -> APIResponse {
        let number: JSONValue = name == "first" ? "+16505550100" : "+16505550101"
        let made = await server.administer("/v1/projects/demo/accounts", ["phoneNumber": number])
        return try await custom(made.string("localId"))
    }

    private func custom(_ user: String) async throws -> APIResponse {
        let token = try backEnd.sign(backEnd.customToken(at: server.clock.now(), uid: user))
        return lookup(await server.call("signInWithCustomToken", ["token": .string(token)]))
    }

    /// The response with the ID of the user, which a sign-in by a custom token does not have.
    private func lookup(_ response: APIResponse) -> APIResponse {
        var members = response.json?.object ?? [:]
        members["localId"] = response.string("idToken").claims?["sub"]
        return APIResponse(.json(JSONValue.object(members).text, status: response.status))
    }
}
