import CardeaAdmin
import CardeaEncodings
import Foundation
import ProviderStandIns
import Testing

/// Every pair of sign-in methods, one after the other, with one address, at a server with its strict rule of trust.
@Suite("Pairs of sign-in methods, over HTTP", .timeLimit(.minutes(10)))
struct LinkingTableTests {
    enum Method: String, CaseIterable {
        case untrustedProvider, trustedProvider, unverifiedPassword, verifiedPassword, phone, anonymous,
            custom
    }

    /// The result of the second sign-in.
    enum Outcome {
        /// A user of its own.
        case separate
        /// The same user, and the first method still works.
        case linked
        /// The same user, and the first method has ended.
        case takenOver
        /// The user has to sign in by the first method, and to link.
        case confirm
        /// The address is taken.
        case exists
    }

    /// The rule of U15 and U16.
    ///
    /// A second `verifiedPassword` is a sign-in by a link, which proves the address.
    private static func expected(_ first: Method, _ second: Method) -> Outcome {
        switch (first, second) {
        // These have no address.
        case (.phone, _), (.anonymous, _), (.custom, _), (_, .phone), (_, .anonymous), (_, .custom): .separate
        case (_, .untrustedProvider): .confirm
        case (_, .unverifiedPassword): .exists
        case (.untrustedProvider, _), (.unverifiedPassword, _): .takenOver
        case (_, .trustedProvider), (_, .verifiedPassword): .linked
        }
    }

    @Test("each pair of sign-in methods has the outcome of the table (U15, U16, security 1)")
    func pairs() async throws {
        let people = try await People()
        for first in Method.allCases {
            for second in Method.allCases {
                try await pair(
                    first,
                    second,
                    of: AddressOwner(address: "\(first)-\(second)@acme.example"),
                    people
                )
            }
        }
    }

    private func pair(
        _ first: Method,
        _ second: Method,
        of person: AddressOwner,
        _ people: People
    ) async throws {
        let note = "\(first), then \(second)"
        let before = try await people.begin(first, person)
        try #require(before.status == 200, "\(note): \(before.object)")
        let after = try await people.follow(second, person)
        let outcome = Self.expected(first, second)
        switch outcome {
        case .separate: #expect(after.id != nil && after.id != before.id, "\(note)")
        case .linked, .takenOver:
            #expect(after.id != nil && after.id == before.id, "\(note): \(after.object)")
        case .confirm:
            #expect(after.object["needConfirmation"] as? Bool == true && after["idToken"] == nil, "\(note)")
            #expect(after["pendingToken"] != nil && after["localId"] == nil, "\(note)")
        case .exists: #expect(after.status == 400 && after.error == "EMAIL_EXISTS", "\(note)")
        }
        // A take-over ends every session and the first method; nothing else ends one of them.
        if let token = before["refreshToken"] {
            let refreshed = try await people.refresh(token)
            #expect((refreshed.status == 200) == (outcome != .takenOver), "\(note): \(refreshed.object)")
        }
        let again = try await people.repeated(first, person)
        if outcome == .takenOver {
            #expect(again["idToken"] == nil, "\(note): the first method has ended: \(again.object)")
            #expect(
                try await people.methods(of: after) == [
                    second == .trustedProvider ? "oidc.trusted2" : "password"
                ]
            )
        } else if first != .anonymous {
            #expect(again.id == before.id, "\(note): the first method goes on: \(again.object)")
        }
    }

    @Test("of 100 uses of one proof that waits for a confirmation, one links (security 2, 18)")
    func pendingProof() async throws {
        let people = try await People()
        let person = AddressOwner(address: "ada@acme.example")
        let user = try await people.begin(.unverifiedPassword, person)
        let proof = try #require(try await people.follow(.untrustedProvider, person)["pendingToken"])
        let token = try #require(user["idToken"])
        let server = people.provided.server
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await server.account(
                        "signInWithIdp",
                        ["requestUri": "http://localhost", "pendingToken": proof, "idToken": token]
                    )
                }
            }
            return try await group.reduce(into: [Reply]()) { $0.append($1) }
        }
        #expect(replies.filter { $0.id != nil }.count == 1, "\(replies.map(\.object))")
        #expect(try await people.methods(of: user).sorted() == ["oidc.untrusted2", "password"])
    }

    @Test("of 100 first sign-ins of one person with a provider at once, one creates the user (security 18)")
    func firstSignIns() async throws {
        let people = try await People()
        let person = AddressOwner(address: "ada@acme.example")
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<100 { group.addTask { try await people.begin(.trustedProvider, person) } }
            return try await group.reduce(into: [Reply]()) { $0.append($1) }
        }
        // One network address has a share of the verifications.
        let signedIn = replies.filter { $0.error?.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER") != true }
        #expect(signedIn.allSatisfy { $0.status == 200 }, "\(replies.map(\.object))")
        #expect(Set(signedIn.map(\.id)).count == 1)
        #expect(signedIn.filter { $0.object["isNewUser"] as? Bool == true }.count == 1)
    }
}

private struct AddressOwner {
    let address: String
    static let password = "correct horse battery"
}

/// Signs people in by every method, at one server.
private struct People: Sendable {
    private static let code = "123456"
    let provided: ProvidedServer
    private let admin: AdminClient
    /// The two providers of each kind; a domain of the configuration makes one an authority for the address.
    private let standIns: [String: StandIn]

    init() async throws {
        provided = try await ProvidedServer()
        var standIns: [String: StandIn] = [:]
        for name in ["oidc.trusted1", "oidc.trusted2", "oidc.untrusted1", "oidc.untrusted2"] {
            let standIn = try await StandIn()
            try await provided.configure(name, standIn)
            if name.hasPrefix("oidc.trusted") {
                try await provided.run("provider set \(name) --email-domains acme.example")
            }
            standIns[name] = standIn
        }
        self.standIns = standIns
        try await provided.run(
            "project set phone.testNumbers +16505550101=\(Self.code),+16505550102=\(Self.code)"
        )
        admin = try await provided.backEnd()
    }

    /// Makes the person known by a method.
    func begin(_ method: LinkingTableTests.Method, _ person: AddressOwner) async throws -> Reply {
        switch method {
        case .untrustedProvider: return try await signIn("oidc.untrusted1", person)
        case .trustedProvider: return try await signIn("oidc.trusted1", person)
        case .unverifiedPassword: return try await signUp(person)
        case .verifiedPassword:
            let user = try await signUp(person)
            let link = try await admin.emailVerificationLink(for: person.address)
            let code = try #require(link.absoluteString.formItems?["oobCode"])
            let verified = try await provided.server.account("update", ["oobCode": code])
            try #require(verified.object["emailVerified"] as? Bool == true, "\(verified.object)")
            return user
        case .phone: return try await phone("+16505550101")
        case .anonymous: return try await provided.server.account("signUp", ["returnSecureToken": true])
        case .custom: return try await custom("\(person.address)-first")
        }
    }

    /// Signs the person in by a method of the same kind with another account or number.
    func follow(_ method: LinkingTableTests.Method, _ person: AddressOwner) async throws -> Reply {
        switch method {
        case .untrustedProvider: return try await signIn("oidc.untrusted2", person)
        case .trustedProvider: return try await signIn("oidc.trusted2", person)
        case .unverifiedPassword: return try await signUp(person)
        case .verifiedPassword:
            let link = try await admin.signInLink(for: person.address, continueURL: provided.server.url)
            let code = try #require(link.absoluteString.formItems?["oobCode"])
            return try await provided.server.account(
                "signInWithEmailLink",
                ["email": person.address, "oobCode": code]
            )
        case .phone: return try await phone("+16505550102")
        case .anonymous: return try await provided.server.account("signUp", ["returnSecureToken": true])
        case .custom: return try await custom("\(person.address)-second")
        }
    }

    /// Signs the person in once more as `begin` did.
    func repeated(_ method: LinkingTableTests.Method, _ person: AddressOwner) async throws -> Reply {
        switch method {
        case .unverifiedPassword, .verifiedPassword:
            let body: [String: Any] = [
                "email": person.address, "password": AddressOwner.password, "returnSecureToken": true,
            ]
            return try await provided.server.account("signInWithPassword", body)
        default: return try await begin(method, person)
        }
    }

    func refresh(_ token: String) async throws -> Reply {
        try await provided.server.form(
            "/v1/token?key=\(provided.server.apiKey)",
            "grant_type=refresh_token&refresh_token=\(token)"
        )
    }

    /// The providers of a user, by the user's own token.
    func methods(of reply: Reply) async throws -> [String] {
        let providers = try await provided.user(of: reply)["providerUserInfo"] as? [[String: Any]] ?? []
        return providers.compactMap { $0["providerId"] as? String }
    }

    private func signUp(_ person: AddressOwner) async throws -> Reply {
        let body: [String: Any] = [
            "email": person.address, "password": AddressOwner.password, "returnSecureToken": true,
        ]
        return try await provided.server.account("signUp", body)
    }

    private func signIn(_ provider: String, _ person: AddressOwner) async throws -> Reply {
        let claims: [String: JSONValue?] = [
            "sub": .string("\(provider) \(person.address)"), "email": .string(person.address),
            "email_verified": true,
        ]
        let token = try #require(try standIns[provider]?.idToken(for: "cardea", claims))
        return try await provided.signIn(provider, idToken: token)
    }

    private func phone(_ number: String) async throws -> Reply {
        let sent = try await provided.server.account("sendVerificationCode", ["phoneNumber": number])
        let session = try #require(sent["sessionInfo"], "\(sent.object)")
        return try await provided.server.account(
            "signInWithPhoneNumber",
            ["sessionInfo": session, "code": Self.code]
        )
    }

    private func custom(_ user: String) async throws -> Reply {
        let token = try admin.customToken(for: user).reveal()
        return try await provided.server.account(
            "signInWithCustomToken",
            ["token": token, "returnSecureToken": true]
        )
    }
}

extension Reply {
    /// The user of a sign-in: the subject of the ID token.
    fileprivate var id: String? {
        guard let payload = self["idToken"]?.split(separator: ".").dropFirst().first,
            let json = Base64URL.decode(payload.utf8),
            let claims = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
        else { return nil }
        return claims["sub"] as? String
    }
}
