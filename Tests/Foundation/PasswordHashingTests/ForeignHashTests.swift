import CardeaEncodings
import Testing

@testable import CardeaPasswordHashing

/// One published vector: how it is imported, and what it is a hash of.
struct ForeignVector: Sendable, CustomTestStringConvertible {
    let source: String
    let format: HashFormat
    let password: String
    let salt: [UInt8]
    let hash: [UInt8]
    /// The stored form begins so.
    let stored: String

    init(
        _ source: String,
        _ algorithm: String,
        _ password: String,
        salt: [UInt8] = [],
        hash: [UInt8],
        stored: String,
        _ set: (inout HashFormat) -> Void = { _ in }
    ) {
        var format = HashFormat(algorithm: algorithm)
        set(&format)
        self.source = source
        self.format = format
        self.password = password
        self.salt = salt
        self.hash = hash
        self.stored = stored
    }

    var testDescription: String { "\(format.algorithm), \(source)" }
}

@Suite("Imported password hashes")
struct ForeignHashTests {
    let hasher = PasswordHasher(parameters: .small, threads: 1)

    @Test(
        "a password matches the hash that another program made, and no other (security 13)",
        arguments: ForeignVector.all
    )
    func vectors(vector: ForeignVector) async throws {
        let text = try vector.format.text(hash: vector.hash, salt: vector.salt)
        #expect(text.hasPrefix(vector.stored))
        #expect(try hasher.check(imported: text) == text)
        // The text of a hash is that of what was read from it.
        #expect(try ForeignHash(text).text == text)
        #expect(try await hasher.verify(vector.password, against: text) == .match(needsRehash: true))
        #expect(try await hasher.verify(vector.password + "x", against: text) == .mismatch)
        #expect(try await hasher.verify("", against: text) == .mismatch)
    }

    @Test("the separator is appended to each salt")
    func saltSeparator() throws {
        var format = HashFormat(algorithm: "SHA256")
        format.rounds = 1
        let whole = try format.text(hash: .init(repeating: 1, count: 32), salt: [1, 2, 3])
        format.saltSeparator = [3]
        #expect(try format.text(hash: .init(repeating: 1, count: 32), salt: [1, 2]) == whole)
    }

    @Test("a plain hash and its hexadecimal text are the same hash", arguments: [false, true])
    func hexadecimal(isUppercase: Bool) throws {
        var format = HashFormat(algorithm: "MD5")
        format.rounds = 0
        let bytes = try #require(Hexadecimal.decode(Array("900150983cd24fb0d6963f7d28e17f72".utf8)))
        let text = Hexadecimal.encode(bytes)
        let written = Array((isUppercase ? text.uppercased() : text).utf8)
        #expect(try format.text(hash: written, salt: []) == format.text(hash: bytes, salt: []))
    }

    @Test("bcrypt reads 72 bytes of a password, and a zero byte never matches (security 13)")
    func bcryptLength() async throws {
        let base = "$2b$04$CCCCCCCCCCCCCCCCCCCCC."
        let long = String(repeating: "x", count: 80)
        let computed = try #require(Bcrypt.hash(Array(long.utf8), as: base))
        let hash = String(decoding: computed, as: UTF8.self)
        #expect(try await hasher.verify(long, against: hash) == .match(needsRehash: true))
        // The function ignores the rest, so the program that made the hash accepted this, too.
        #expect(try await hasher.verify(long + "y", against: hash) == .match(needsRehash: true))
        #expect(try await hasher.verify(String(long.prefix(71)), against: hash) == .mismatch)
        let short = String(decoding: try #require(Bcrypt.hash(Array("ab".utf8), as: base)), as: UTF8.self)
        #expect(try await hasher.verify("ab", against: short) == .match(needsRehash: true))
        #expect(try await hasher.verify("ab\0cd", against: short) == .mismatch)
    }

    @Test("a password in composed or decomposed form matches a hash of either form (security 12)")
    func forms() async throws {
        var format = HashFormat(algorithm: "HMAC_SHA1")
        format.signerKey = [1]
        let forms = ["caf\u{E9}", "cafe\u{301}"]
        for form in forms {
            let hash = try #require(ForeignVector.hmacSHA1(Array(form.utf8), key: [1]))
            let text = try format.text(hash: hash, salt: [])
            for typed in forms {
                #expect(try await hasher.verify(typed, against: text) == .match(needsRehash: true))
            }
            #expect(try await hasher.verify("cafe", against: text) == .mismatch)
        }
        // Of a mismatch, the work tells neither the form nor the kind of the hash.
        var work: Set<Int> = []
        for hash in [nil, try await hasher.hash("right"), "$sha1$i=1,o=s$$qqqqqqqqqqqqqqqqqqqqqqqqqqo"] {
            for typed in forms {
                let before = hasher.workDone
                #expect(try await hasher.verify(typed, against: hash) == .mismatch)
                work.insert((hasher.workDone - before) / 8)
            }
        }
        #expect(work.count == 1, "\(work)")
    }

    /// Hashes of "correct horse" by hashlib.
    private static let salt = "ADEyMzQ1Njc4YWJjZA"
    private static let spellings = [
        "$pbkdf2-sha256$i=27$+/++\(salt)==$qqkxSI/dxjX4VTSpW/BflJIRy4CK8K+wB1oKhG4Gv2C30/3qupF0lvz5aM42iEXG+dWF3TDXVWoU3a3GhaFqNA==",
        "$pbkdf2-sha512$i=21$+/++\(salt)==$f7u9hJitO2lxng/GlJOsYOQ3ojXA2p8oOkbKB4yG9QN1v8hjcxBQTgTyeurmBDdy2kHeIBWPOXjPCPVMzo1J2Q==",
        "$pbkdf2-sha256$29$./..\(salt)$0tr4ZxGObEzUzz14xrpepEEZmdxa11V/yWNug49LX2s",
        "$pbkdf2$131$./..\(salt)$qKAR.CiCJCDIyQHTkeutd..xLSE",
        "$pbkdf2-sha1$i=20,l=64$-_--\(salt)$GxryQ4HATtOvn9Bu3aAEUNxlBh9WzA4K5_C4WyAWZcccW5LL_YN58QC0SDg55xSgr6j_MOLoo5Q_Y8W2rF9jQQ",
        "pbkdf2_sha256$12$seasalt$B8ec1zV65H2L/ddLfMl+O9HKoW49rEp16QCEZnyY7b0=",
        "pbkdf2_sha1$12$seasalt$nmjTVkL8u4/Kr4Ek1zhpbDeYsRw=",
        "scrypt$128$seasalt$8$5$1a9AmxmMKTol8PLL6O6N/VTFRu2uTVaebctLnUjD9HZbyNcyP2HcoVmVJZIOc+Anw7ORzbjCeYDQ6U6YaSklWg==",
        "$scrypt$ln=16384,r=8,p=1$+/++\(salt)==$2wmv4o8AiFlnhW2yg2xMjzaPCl4mwHxWX8CF2H+P+FE=",
    ]

    @Test(
        "a hash in the spelling of Keycloak, Kratos, passlib or Django is stored in one form, and matches",
        arguments: spellings
    )
    func spelling(text: String) async throws {
        let stored = try hasher.check(imported: text)
        #expect(
            try hasher.check(imported: stored) == stored && stored.hasPrefix("$") && !stored.hasSuffix("=")
        )
        #expect(try await hasher.verify("correct horse", against: stored) == .match(needsRehash: true))
        #expect(try await hasher.verify("correct horses", against: stored) == .mismatch)
    }

    @Test("Django's argon2 and bcrypt are those of other programs behind a name")
    func named() throws {
        let argon2 = "$argon2id$v=19$m=102400,t=2,p=8$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
        #expect(try hasher.check(imported: "argon2" + argon2) == argon2)
        let bcrypt = "$2b$12$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
        #expect(try hasher.check(imported: "bcrypt$" + bcrypt) == bcrypt)
    }

    @Test(
        "a mismatch costs the same with an imported hash, with another and with none, in its project (security 12)"
    )
    func evenWork() async throws {
        let expensive =
            "$pbkdf2-sha256$i=10000$c2FsdA$" + Base64.encodeUnpadded([UInt8](repeating: 1, count: 32))
        let own = try await hasher.hash("right")
        #expect(try await hasher.verify("wrong", against: expensive, in: "a") == .mismatch)
        func cost(_ hash: String?, in group: String) async throws -> Int {
            let before = hasher.workDone
            #expect(try await hasher.verify("wrong", against: hash, in: group) == .mismatch)
            return hasher.workDone - before
        }
        for hash in [nil, own, expensive] {
            // The rest of less than 8 KiB is not made up.
            #expect((2993...3000).contains(try await cost(hash, in: "a")))
        }
        #expect(try await cost(nil, in: "b") == 64)
    }
}
