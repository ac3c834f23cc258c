import CardeaIdentityDomain
import StoreEngines
import Testing

@testable import CardeaIdentityStore

@Suite("Codes for phone numbers in the store")
struct PhoneCodeContractTests {
    @Test(
        "a code that is sent is counted once for each limit, and empty counts are deleted",
        arguments: StoreEngine.all
    )
    func counts(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let project = ProjectID(rawValue: "shop")
            let rate = Rate(burst: 5, recovery: .minutes(12))
            let counts = [
                PhoneCodeCount(project: project, phoneNumber: "+16505553434", rate: rate),
                PhoneCodeCount(project: project, phoneNumber: nil, rate: rate),
                PhoneCodeCount(project: project, phoneNumber: nil, rate: .perHour(6)),
            ]
            #expect(try await store.read(.phoneCodeCounts(counts)) == [nil, nil, nil])
            try await store.make(.phoneCode(.countSent(counts[0], emptyAt: nil, now: .start)))
            await #expect(throws: StoreError.conflict) {
                try await store.make(.phoneCode(.countSent(counts[0], emptyAt: nil, now: .start)))
            }
            let first = Timestamp.start + .minutes(12)
            try await store.make(.phoneCode(.countSent(counts[0], emptyAt: first, now: .start)))
            try await store.make(.phoneCode(.countSent(counts[1], emptyAt: nil, now: .start)))
            let second = first + .minutes(12)
            #expect(try await store.read(.phoneCodeCounts(counts)) == [second, first, nil])
            let later = Timestamp.start + .hours(2)
            try await store.make(.phoneCode(.countSent(counts[2], emptyAt: nil, now: later)))
            #expect(try await store.read(.phoneCodeCounts(counts)) == [nil, nil, later + .minutes(10)])
        }
    }

    @Test("a code is consumed once (security 18)", arguments: StoreEngine.all)
    func consumption(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let code = PhoneCode.sample(1)
            try await store.make(.phoneCode(.insert(code)))
            try await store.make(.phoneCode(.consume(id: code.id)))
            await #expect(throws: StoreError.conflict) {
                try await store.make(.phoneCode(.consume(id: code.id)))
            }
        }
    }

    @Test("a wrong code is counted once for each attempt (security 11)", arguments: StoreEngine.all)
    func failures(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let code = PhoneCode.sample(1)
            try await store.make(.phoneCode(.insert(code)))
            try await store.make(.phoneCode(.countFailure(code)))
            await #expect(throws: StoreError.conflict) {
                try await store.make(.phoneCode(.countFailure(code)))
            }
            let counted = try #require(try await store.read(.phoneCode(id: code.id)))
            #expect(counted.attempts == 1)
            try await store.make(.phoneCode(.countFailure(counted)))
            let again = try #require(try await store.read(.phoneCode(id: code.id)))
            #expect(again.attempts == 2)
        }
    }

    @Test("expired codes are found and deleted (security 34)", arguments: StoreEngine.all)
    func expiry(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let codes = (0..<4).map { PhoneCode.sample($0) }
            for code in codes { try await store.make(.phoneCode(.insert(code))) }
            #expect(try await store.read(.phoneCodes(expiredBefore: .later(60), limit: 9)).isEmpty)
            #expect(try await store.read(.phoneCodes(expiredBefore: .later(61), limit: 3)).count == 3)
            for code in codes { try await store.make(.phoneCode(.delete(id: code.id))) }
            #expect(try await store.read(.phoneCodes(expiredBefore: .later(61), limit: 9)).isEmpty)
        }
    }
}

extension PhoneCode {
    fileprivate static func sample(
        _ number: Int,
        _ purpose: Purpose = .signIn,
        in pool: UserPool = .main
    ) -> PhoneCode {
        PhoneCode(
            id: [UInt8](repeating: UInt8(number), count: 32),
            purpose: purpose,
            pool: pool,
            phoneNumber: "+1650555343\(number)",
            user: purpose == .proof ? UserID(rawValue: "ann") : nil,
            codeHash: purpose == .proof ? [] : [1, 2, 3],
            maximumAttempts: 5,
            createdAt: .start,
            expiresAt: .later(60)
        )
    }
}
