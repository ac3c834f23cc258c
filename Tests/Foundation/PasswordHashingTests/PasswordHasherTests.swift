import Testing

@testable import CardeaPasswordHashing

/// Small, so that tests of the rules cost nothing.
extension Argon2Parameters {
    static let small = Argon2Parameters(memoryKiB: 64, iterations: 1)
}

@Suite("Hashing and checking passwords")
struct PasswordHasherTests {
    let hasher = PasswordHasher(parameters: .small, threads: 2, queueLimit: 1000)

    @Test(
        "a password matches its own hash and no other",
        arguments: [
            "", "a", "correct horse battery staple", "пароль", "パスワード\0x",
            String(repeating: "x", count: 4096),
        ]
    )
    func roundTrip(password: String) async throws {
        let hash = try await hasher.hash(password)
        #expect(hash.hasPrefix("$argon2id$v=19$m=64,t=1,p=1$"))
        #expect(try await hasher.verify(password, against: hash) == .match(needsRehash: false))
        #expect(try await hasher.verify(String(password.dropLast()) + "?", against: hash) == .mismatch)
    }

    @Test("the same password has another hash each time")
    func salted() async throws {
        #expect(try await hasher.hash("a") != hasher.hash("a"))
    }

    @Test(
        "hashes that other implementations made are understood",
        arguments: [
            // The vectors of the reference implementation (phc-winner-argon2, test.c), with salt "somesalt".
            (
                "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                "password"
            ),
            (
                "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
                "password"
            ),
            (
                "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
                "password"
            ),
        ]
    )
    func foreignHashes(hash: String, password: String) async throws {
        #expect(try await hasher.verify(password, against: hash) == .match(needsRehash: true))
        #expect(try await hasher.verify(password + "x", against: hash) == .mismatch)
    }

    @Test("a match reports that today's parameters differ from those of the hash")
    func needsRehash() async throws {
        for parameters in [
            Argon2Parameters(memoryKiB: 128, iterations: 1), Argon2Parameters(memoryKiB: 64, iterations: 2),
            Argon2Parameters(memoryKiB: 64, iterations: 1, parallelism: 2),
            Argon2Parameters(memoryKiB: 64, iterations: 1, saltLength: 24),
            Argon2Parameters(memoryKiB: 64, iterations: 1, hashLength: 24),
        ] {
            let other = PasswordHasher(parameters: parameters, threads: 1)
            let hash = try await other.hash("a")
            #expect(try await other.verify("a", against: hash) == .match(needsRehash: false))
            #expect(try await hasher.verify("a", against: hash) == .match(needsRehash: true))
            #expect(try await hasher.verify("b", against: hash) == .mismatch)
        }
    }

    @Test("a user without a hash is never matched (security 12)", arguments: ["", "a"])
    func noHash(password: String) async throws {
        #expect(try await hasher.verify(password, against: nil) == .mismatch)
    }

    @Test("a password of more than 4096 bytes is not hashed with any stored hash (security 13)")
    func tooLong() async {
        let password = String(repeating: "é", count: 2048) + "x"
        await #expect(throws: PasswordHashingError.tooLong) { try await hasher.hash(password) }
        await #expect(throws: PasswordHashingError.tooLong) {
            try await hasher.verify(password, against: nil)
        }
        await #expect(throws: PasswordHashingError.tooLong) {
            try await hasher.verify(password, against: "?")
        }
    }

    @Test(
        "a stored hash of another kind, or of absurd cost, is rejected before any work is done",
        arguments: [
            "", "$", "$$$$$", "plain", "$2b$10$abcdefghijklmnopqrstuv",
            "$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$nf65EOgLrQMR",
            "$argon2id$m=64,t=1,p=1$c29tZXNhbHQ",
        ]
            + [
                "v=17$m=64,t=1,p=1", "v=19$m=1048577,t=1,p=1", "v=19$m=64,t=0,p=1",
                "v=19$m=7,t=1,p=1",
                "v=19$m=64,t=1,p=17", "v=19$m=64,t=1,p=0", "v=19$m=15,t=1,p=2", "v=19$t=1,m=64,p=1",
                "v=19$m=64,t=1",
                "v=19$m=064,t=1,p=1", "v=19$m=+64,t=1,p=1", "v=19$m=-64,t=1,p=1", "v=19$m=64,t=1,p=1,x=1",
                "v=19$m=99999999999999999999,t=1,p=1", "v=19$ m=64,t=1,p=1", "v=19$m=٦٤,t=1,p=1",
            ].map { "$argon2id$\($0)$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4" }
            + [
                "c29tZXNhbHQ=$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
                "c29tZXNhbHQ$nf65EOgLrQMR_uIPnA4rEsF5h7TKyQwu9U1bMCHGi_4",
                "c2E$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", "c29tZXNhbHQ$nf65", "c29tZXNhbHQ$", "$",
                "c29tZXNhbHQ",
                "c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4$",
                "c29tZXNhbHR$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            ].map { "$argon2id$v=19$m=64,t=1,p=1$\($0)" }
    )
    func malformed(hash: String) async {
        await #expect(throws: PasswordHashingError.malformedHash) {
            try await hasher.verify("password", against: hash)
        }
    }

    @Test(
        "a mismatch costs the work of the most expensive parameters, for every hash and without one (security 12)"
    )
    func evenWork() async throws {
        let weak = Argon2Parameters(memoryKiB: 66, iterations: 1)
        let strong = Argon2Parameters(memoryKiB: 512, iterations: 3)
        for (old, new) in [(weak, strong), (strong, weak)] {
            let stored = try await PasswordHasher(parameters: old, threads: 1).hash("right")
            let hasher = PasswordHasher(parameters: new, threads: 1)
            let current = try await hasher.hash("right")
            // Of lowered parameters one old hash has to be seen first.
            _ = try await hasher.verify("wrong", against: stored)
            var costs: [Int] = []
            for hash in [nil, stored, current] {
                let before = hasher.workDone
                #expect(try await hasher.verify("wrong", against: hash) == .mismatch)
                costs.append(hasher.workDone - before)
            }
            #expect(costs == [1536, 1536, 1536])
        }
    }

    @Test("a password is the same in composed and decomposed form (security 13)")
    func normalisation() async throws {
        let (composed, decomposed) = ("caf\u{E9} au lait", "cafe\u{301} au lait")
        let hash = try await hasher.hash(decomposed)
        #expect(try await hasher.verify(composed, against: hash) == .match(needsRehash: false))
        #expect(try await hasher.verify(decomposed, against: hash) == .match(needsRehash: false))
        #expect(try await hasher.verify("cafe au lait", against: hash) == .mismatch)
    }

    @Test("a hash from before passwords were normalised is matched, and is to be made anew (security 13)")
    func unnormalisedHash() async throws {
        let password = "cafe\u{301} au lait"
        let salt = [UInt8](repeating: 1, count: 16)
        let parameters = hasher.parameters
        let raw = try #require(
            Argon2.derive(from: Array(password.utf8), salt: salt, parameters: parameters)
        )
        let stored = EncodedHash(parameters: parameters, salt: salt, hash: raw).description
        #expect(try await hasher.verify(password, against: stored) == .match(needsRehash: true))
        // Another keyboard may enter the composed form.
        #expect(
            try await hasher.verify("caf\u{E9} au lait", against: stored) == .match(needsRehash: true)
        )
    }

    @Test(
        "common passwords are recognized in any letter case (security 13)",
        arguments: [
            ("password", true), ("Password1", true), ("12345678", true), ("correct horse", false),
            ("", false),
        ]
    )
    func commonPasswords(password: String, isCommon: Bool) {
        #expect(CommonPasswords.contains(password) == isCommon)
    }

    @Test("OWASP's parameters are the usual ones")
    func usualParameters() {
        let parameters = Argon2Parameters()
        #expect(parameters.memoryKiB == 19456 && parameters.iterations == 2 && parameters.parallelism == 1)
        #expect(parameters.areSane)
    }
}
