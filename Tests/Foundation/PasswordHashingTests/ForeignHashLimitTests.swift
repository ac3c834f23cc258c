import CardeaEncodings
import Testing

@testable import CardeaPasswordHashing

@Suite("Limits of imported password hashes (security 13, 20)")
struct ForeignHashLimitTests {
    let hasher = PasswordHasher(parameters: .small, threads: 1)
    private static let hash = Base64.encodeUnpadded([UInt8](repeating: 7, count: 32))

    @Test(
        "the most expensive hash that is allowed is accepted",
        arguments: [
            "$sha256$i=1000000,o=s$$\(hash)", "$pbkdf2-sha256$i=1500000$c2FsdA$\(hash)",
            // Two blocks.
            "$pbkdf2-sha1$i=600000$c2FsdA$\(hash)",
            "$scrypt$ln=17,r=8,p=1$c2FsdA$\(hash)", "$scrypt$ln=14,r=4,p=16$c2FsdA$\(hash)",
            "$firebase-scrypt$ln=14,r=8,k=\(hash)$c2FsdA$\(hash)",
            "$argon2i$v=19$m=32768,t=16,p=16$c29tZXNhbHQ$\(hash)",
            "$argon2d$v=16$m=131072,t=4,p=1,data=AAAA$c29tZXNhbHQ$\(hash)",
            "$argon2id$v=19$m=131072,t=4,p=1$c29tZXNhbHQ$\(hash)",
            "$2b$13$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
        ]
    )
    func accepted(text: String) throws {
        #expect(try hasher.check(imported: text) == text)
    }

    @Test(
        "a hash that would cost seconds or gigabytes at a sign-in is rejected",
        arguments: [
            "$sha256$i=9999999,o=s$$\(hash)", "$pbkdf2-sha256$i=2000000$c2FsdA$\(hash)",
            "$pbkdf2-sha256$i=999999999$c2FsdA$\(hash)",
            // Two blocks.
            "$pbkdf2-sha1$i=1000000$c2FsdA$\(hash)",
            "$scrypt$ln=18,r=8,p=1$c2FsdA$\(hash)", "$scrypt$ln=17,r=8,p=2$c2FsdA$\(hash)",
            "$scrypt$ln=21,r=1,p=1$c2FsdA$\(hash)", "$scrypt$ln=1,r=65,p=1$c2FsdA$\(hash)",
            "$firebase-scrypt$ln=15,r=8,k=\(hash)$c2FsdA$\(hash)",
            "$firebase-scrypt$ln=14,r=9,k=\(hash)$c2FsdA$\(hash)",
            "$argon2i$v=19$m=131073,t=1,p=1$c29tZXNhbHQ$\(hash)",
            "$argon2i$v=19$m=32768,t=17,p=1$c29tZXNhbHQ$\(hash)",
            "$argon2id$v=19$m=131073,t=1,p=1$c29tZXNhbHQ$\(hash)",
            "$argon2id$v=19$m=65536,t=9,p=1$c29tZXNhbHQ$\(hash)",
            "$2b$14$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
        ]
    )
    func tooExpensive(text: String) {
        #expect(throws: ForeignHashError.self) { try hasher.check(imported: text) }
    }

    @Test("a server that makes more expensive hashes imports such hashes")
    func ownCost() throws {
        let parameters = Argon2Parameters(memoryKiB: 262_144, iterations: 3)
        let strong = PasswordHasher(parameters: parameters, threads: 1)
        let text = "$argon2id$v=19$m=262144,t=3,p=1$c29tZXNhbHQ$\(Self.hash)"
        #expect(try strong.check(imported: text) == text)
        #expect(throws: ForeignHashError.tooExpensive) { try hasher.check(imported: text) }
    }

    @Test(
        "a malformed hash is rejected, and never verified",
        arguments: [
            "", "$", "secret", "$sha256$i=1,o=s$c2FsdA", "$sha256$i=1,o=s$c2FsdA$AAAA",
            "$sha256$i=1,o=x$c2FsdA$\(hash)", "$sha256$i=01,o=s$c2FsdA$\(hash)",
            "$sha256$i=1,i=1,o=s$c2FsdA$\(hash)", "$pbkdf2-sha256$i=1,l=31$c2FsdA$\(hash)",
            "$sha256$29000$c2FsdA$\(hash)", "$pbkdf2-sha256$i=1$c2FsdA=$\(hash)",
            "pbkdf2_sha256$1$salt$\(hash)$", "pbkdf2_md5$1$salt$\(hash)", "scrypt$128$salt$8$\(hash)",
            "bcrypt_sha256$$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
            "$sha256$i=1,o=s,z=1$c2FsdA$\(hash)",
            "$sha256$v=1$i=1,o=s$c2FsdA$\(hash)", "$crypt$i=1$c2FsdA$\(hash)",
            "$hmac-sha256$o=s,k=$c2FsdA$\(hash)", "$hmac-sha256$o=s$c2FsdA$\(hash)",
            "$pbkdf2-sha256$i=1$c2FsdA$AAAA", "$scrypt$ln=14,r=8$c2FsdA$\(hash)",
            "$firebase-scrypt$ln=14,r=8,k=AAAA$c2FsdA$\(hash)",
            "$argon2i$v=20$m=64,t=1,p=1$c29tZXNhbHQ$\(hash)", "$argon2i$v=19$m=64,t=1,p=1$c2E$\(hash)",
            "$argon2i$v=19$m=15,t=1,p=2$c29tZXNhbHQ$\(hash)",
            "$argon2i$v=19$m=64,t=0,p=1$c29tZXNhbHQ$\(hash)",
            "$2x$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
            "$2b$03$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
            "$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOe",
            "$2b$10$CCCCCCCCCCCCCCCCCCCC:.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
            "$2b$1\u{E9}$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOe",
        ]
    )
    func malformed(text: String) async {
        #expect(throws: ForeignHashError.self) { try hasher.check(imported: text) }
        await #expect(throws: PasswordHashingError.malformedHash) {
            try await hasher.verify("password", against: text)
        }
    }

    @Test(
        "an import without a needed parameter is rejected before its first user",
        arguments: [
            "HMAC_SHA256", "SHA256", "PBKDF_SHA1", "PBKDF2_SHA256", "SCRYPT", "STANDARD_SCRYPT", "ARGON2",
            "CRC32", "",
        ]
    )
    func missingParameter(algorithm: String) {
        #expect(throws: ForeignHashError.self) { try HashFormat(algorithm: algorithm).check() }
    }
}
