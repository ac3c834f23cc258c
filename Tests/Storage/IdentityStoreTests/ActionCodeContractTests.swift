import CardeaIdentityDomain
import StoreEngines
import Testing

@testable import CardeaIdentityStore

@Suite("Codes in the store")
struct ActionCodeContractTests {
    @Test("a code is read as it was written", arguments: StoreEngine.all)
    func roundTrip(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            var recoveries = (3...4).map { ActionCode.sample($0, .recoverEmail, user: "ada") }
            // A user without credentials is not one whose credentials are unknown.
            recoveries[0].former = FormerCredentials(of: User(id: "bob", pool: .main, createdAt: .start))
            recoveries[1].former = FormerCredentials(
                phoneNumber: "+16505553434",
                userName: "ada",
                passwordChangedAt: Timestamp(milliseconds: 1_750_000_000_123),
                identities: ["google.com", "apple.com"].compactMap(ProviderID.init(rawValue:)).compactMap {
                    ProviderSubject($0, "ada.1")
                }
            )
            for code in [ActionCode.sample(1, user: "ada"), .sample(2, user: nil)] + recoveries {
                try await store.transact(by: .server) { Decision([.actionCode(.insert(code))], ()) }
                #expect(try await store.read(.actionCode(hash: code.hash)) == code)
            }
        }
    }

    @Test(
        "the use of a code deletes the others of its purpose and address, except codes that bring back an address",
        arguments: StoreEngine.all
    )
    func use(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            for purpose in ActionCode.Purpose.allCases {
                let codes = (0..<3).map { ActionCode.sample($0, purpose, user: "ada") }
                let others = [
                    ActionCode.sample(3, purpose, user: "ada", in: .tenant), .sample(4, purpose, user: "bob"),
                    .sample(5, purpose == .verifyEmail ? .emailSignIn : .verifyEmail, user: "ada"),
                ]
                for code in codes + others {
                    try await store.transact(by: .server) { Decision([.actionCode(.insert(code))], ()) }
                }
                for code in codes { #expect(try await store.read(.actionCode(hash: code.hash)) == code) }
                try await store.transact(by: .server) { Decision([.actionCode(.consume(codes[1]))], ()) }
                for (number, code) in codes.enumerated() {
                    let stays = number != 1 && purpose == .recoverEmail
                    #expect(try await store.read(.actionCode(hash: code.hash)) == (stays ? code : nil))
                }
                for code in others { #expect(try await store.read(.actionCode(hash: code.hash)) == code) }
                for code in codes + others {
                    try await store.transact(by: .server) {
                        Decision([.actionCode(.delete(hash: code.hash))], ())
                    }
                }
            }
        }
    }

    @Test(
        "the newest codes of a purpose and address stay, a limited number (security 34)",
        arguments: StoreEngine.all
    )
    func limit(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let codes = (0..<103).map { ActionCode.sample($0, user: "ada", at: .later(Int64($0))) }
            let other = ActionCode.sample(200, user: "bob")
            for code in [other] + codes {
                try await store.transact(by: .server) { Decision([.actionCode(.insert(code))], ()) }
            }
            for (number, code) in codes.enumerated() {
                #expect(
                    (try await store.read(.actionCode(hash: code.hash)) != nil) == (number >= 3),
                    "\(number)"
                )
            }
            #expect(try await store.read(.actionCode(hash: other.hash)) == other)
        }
    }

    @Test("a code is consumed once", arguments: StoreEngine.all)
    func consumption(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let code = ActionCode.sample(1, user: nil)
            try await store.transact(by: .server) { Decision([.actionCode(.insert(code))], ()) }
            try await store.transact(by: .server) { Decision([.actionCode(.consume(code))], ()) }
            await #expect(throws: StoreError.conflict) {
                try await store.transact(by: .server) { Decision([.actionCode(.consume(code))], ()) }
            }
        }
    }

    @Test("codes are deleted with their user, and found by their expiry", arguments: StoreEngine.all)
    func deletion(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let user = User.with(email: "ada@example.com", "ada")
            let codes = ActionCode.Purpose.allCases.enumerated().map {
                ActionCode.sample($0.offset, $0.element, user: "ada")
            }
            let other = ActionCode.sample(9, user: "bob")
            try await store.transact(by: .server) {
                Decision([.user(.insert(user))] + (codes + [other]).map { .actionCode(.insert($0)) }, ())
            }
            #expect(try await store.read(.user(ofActionCode: codes[0].hash)) == user)
            #expect(try await store.read(.recoveryCount(of: "ada", in: .main)) == 1)
            #expect(try await store.read(.actionCodes(expiredBefore: .later(60), limit: 9)).isEmpty)
            #expect(try await store.read(.actionCodes(expiredBefore: .later(61), limit: 3)).count == 3)
            try await store.transact(by: .server) {
                Decision([.user(.delete("ada", .main, at: .later(1)))], ())
            }
            for code in codes { #expect(try await store.read(.actionCode(hash: code.hash)) == nil) }
            #expect(try await store.read(.actionCode(hash: other.hash)) == other)
        }
    }
}

extension ActionCode {
    /// A code with every field set, unless it has no user.
    fileprivate static func sample(
        _ number: Int,
        _ purpose: Purpose = .passwordReset,
        user: UserID?,
        in pool: UserPool = .main,
        at moment: Timestamp = .start
    ) -> ActionCode {
        ActionCode(
            hash: [UInt8](repeating: UInt8(number), count: 31) + [pool == .main ? 0 : 1],
            purpose: purpose,
            pool: pool,
            user: user,
            email: EmailAddress(stored: "\(user?.rawValue ?? "nobody")@example.com"),
            newEmail: user.map { _ in EmailAddress(stored: "new@example.com") },
            epoch: user.map { _ in 7 },
            continueURL: user.map { _ in "https://app.example/" },
            createdAt: moment,
            expiresAt: .later(60)
        )
    }
}
