import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

/// The number of times that each way in uses the store: on several nodes, each use is a round trip.
@Suite("Uses of the store by a sign-in")
struct StoreUseTests {
    /// A user who has signed in before, and a request that signs in.
    enum Way: CaseIterable {
        case password, userName, link, phone, customToken, provider

        /// The uses of a sign-in: a read to judge the proof, and a transaction.
        var expected: StoreUse {
            switch self {
            // The configuration of the provider was read before; see StandInProviders. The first transaction finds the user,
            // and the second one has its sessions.
            case .provider: StoreUse(reads: 0, transactions: 2)
            case .password, .userName, .link, .phone, .customToken: StoreUse(reads: 1, transactions: 1)
            }
        }

        func prepare(_ server: APIServer) async throws -> () async throws -> APIResponse {
            switch self {
            case .password:
                _ = await server.signUp()
                return { await server.call("signInWithPassword", SignInTests.ada) }
            case .userName:
                let account: JSONValue = ["userName": "ann", "password": "correct horse"]
                _ = await server.call("signUp", account)
                return { await server.call("signInWithPassword", account) }
            case .link:
                _ = await server.signUp()
                let body: JSONValue = [
                    "requestType": "EMAIL_SIGNIN", "email": "ada@example.com", "returnOobLink": true,
                ]
                let sent = await server.administer("/v1/projects/demo/accounts:sendOobCode", body)
                let use: JSONValue = ["email": "ada@example.com", "oobCode": sent["oobCode"] ?? .null]
                return { await server.call("signInWithEmailLink", use) }
            case .phone:
                let first = JSONValue.object(try await server.phoneCode())
                _ = await server.call("signInWithPhoneNumber", first)
                let proof = JSONValue.object(try await server.phoneCode())
                return { await server.call("signInWithPhoneNumber", proof) }
            case .customToken:
                let accounts = ServiceAccounts(projects: server.projects)
                let backEnd = try await ServiceAccountSample(in: accounts)
                let token = try backEnd.sign(backEnd.customToken(at: server.clock.now(), [:]))
                let body: JSONValue = ["token": .string(token)]
                _ = await server.call("signInWithCustomToken", body)
                return { await server.call("signInWithCustomToken", body) }
            case .provider:
                _ = await server.signIn(with: "google.com", ProviderSignInTests.ada)
                return { await server.signIn(with: "google.com", ProviderSignInTests.ada) }
            }
        }
    }

    @Test("a sign-in of a known user has one read and one transaction at most", arguments: Way.allCases)
    func signIn(way: Way) async throws {
        let server = try await APIServer(emulator: way == .phone)
        let request = try await way.prepare(server)
        _ = server.store.takeUse()
        let response = try await request()
        #expect(response.status == 200, "\(response.text)")
        #expect(server.store.takeUse() == way.expected)
    }

    @Test("a sign-up by phone has one read and one transaction")
    func phoneSignUp() async throws {
        let server = try await APIServer(emulator: true)
        let proof = JSONValue.object(try await server.phoneCode())
        _ = server.store.takeUse()
        #expect(await server.call("signInWithPhoneNumber", proof)["isNewUser"] == true)
        #expect(server.store.takeUse() == StoreUse(reads: 1, transactions: 1))
    }
}
