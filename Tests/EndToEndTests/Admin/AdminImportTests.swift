import Cardea
import CardeaAdmin
import Foundation
import Testing

/// The import of the SDK for back ends against `cardea serve`.
@Suite struct AdminImportTests {
    /// A password, its hash and salt, and how it was hashed; published test vectors.
    struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let format: PasswordHashFormat
        let password: String
        let salt: Data?
        let hash: Data

        init(_ name: String, _ format: PasswordHashFormat, _ password: String, salt: Data?, hash: Data) {
            (testDescription, self.format, self.password) = (name, format, password)
            (self.salt, self.hash) = (salt, hash)
        }
    }

    private static func base64(_ text: String) -> Data { Data(base64Encoded: text) ?? Data() }

    private static func hex(_ text: String) -> Data {
        Data(
            stride(from: 0, to: text.count, by: 2).compactMap {
                UInt8(text.dropFirst($0).prefix(2), radix: 16)
            }
        )
    }

    static let vectors = [
        Vector(
            "FIPS 180, SHA-256",
            .digest(.sha256, rounds: 1),
            "bc",
            salt: Data("a".utf8),
            hash: hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        ),
        Vector(
            "RFC 4231, HMAC-SHA-256",
            .hmac(.sha256, key: Data("Jefe".utf8)),
            "what do ya want for ",
            salt: Data("nothing?".utf8),
            hash: hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        ),
        Vector(
            "RFC 6070, PBKDF2 with SHA-1",
            .pbkdf2SHA1(rounds: 4096),
            "password",
            salt: Data("salt".utf8),
            hash: hex("4b007901b765489abead49d926f721d065a429c1")
        ),
        Vector(
            "RFC 7914, PBKDF2 with SHA-256",
            .pbkdf2SHA256(rounds: 1),
            "passwd",
            salt: Data("salt".utf8),
            hash: hex(
                "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
            )
        ),
        Vector(
            "RFC 7914, scrypt",
            .scrypt(cost: 1024, blockSize: 8, parallelization: 16, hashLength: 64),
            "password",
            salt: Data("NaCl".utf8),
            hash: hex(
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
            )
        ),
        Vector(
            "README of firebase/scrypt",
            .firebaseScrypt(
                signerKey: base64(
                    "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
                ),
                saltSeparator: base64("Bw=="),
                rounds: 8,
                memoryCost: 14
            ),
            "user1password",
            salt: base64("42xEC+ixf3L2lw=="),
            hash: base64(
                "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
            )
        ),
        Vector(
            "tests of libargon2, argon2id",
            .argon2(.argon2id, memory: 256, iterations: 2, parallelism: 1, hashLength: 32),
            "password",
            salt: Data("somesalt".utf8),
            hash: base64("nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4=")
        ),
        Vector(
            "crypt_blowfish, bcrypt",
            .bcrypt,
            "U*U",
            salt: nil,
            hash: Data("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW".utf8)
        ),
    ]

    @Test("an imported user signs in with the password of the other system (U12)", arguments: vectors)
    func passwords(vector: Vector) async throws {
        let desk = try await AdminDesk()
        let user = ImportedUser(
            id: "ada-1",
            email: Ada.email,
            passwordHash: .init(vector.hash, salt: vector.salt)
        )
        #expect(try await desk.admin.importUsers([user], hashedBy: vector.format) == [])
        let app = try desk.app()
        #expect(await failure { try await app.signIn(email: Ada.email, password: "wrong") } != nil)
        #expect(try await app.signIn(email: Ada.email, password: .init(vector.password)).uid == "ada-1")
    }

    @Test("an imported user keeps its fields and times (U12)")
    func fields() async throws {
        let desk = try await AdminDesk()
        let admin = desk.admin
        var user = ImportedUser(id: "ada-1", email: Ada.email)
        user.isEmailVerified = true
        user.phoneNumber = "+819012345678"
        user.displayName = "Ada"
        user.photoURL = URL(string: "https://img.example/ada.png")
        user.isDisabled = true
        user.customClaimsJSON = #"{"role":"editor"}"#
        user.createdAt = Date(timeIntervalSince1970: 1_500_000_000.123)
        user.lastSignedInAt = Date(timeIntervalSince1970: 1_600_000_000)
        user.providers = [.init(id: "google.com", userID: "7")]
        #expect(try await admin.importUsers([user]) == [])
        #expect(try await admin.user(providerID: "google.com", providerUserID: "7").id == "ada-1")
        for (provider, subject) in [("google.com", "8"), ("facebook.com", "7")] {
            let failure = await adminFailure {
                _ = try await admin.user(providerID: provider, providerUserID: subject)
            }
            #expect(failure == .userNotFound)
        }
        let read = try await admin.user("ada-1")
        #expect(read.email == Ada.email && read.isEmailVerified && read.phoneNumber == "+819012345678")
        #expect(read.displayName == "Ada" && read.photoURL == user.photoURL && read.isDisabled)
        #expect(read.customClaims(as: [String: String].self) == ["role": "editor"])
        #expect(read.createdAt == user.createdAt && read.lastSignedInAt == user.lastSignedInAt)
    }

    @Test("users that cannot be imported are reported, and the others are created (U12)")
    func failures() async throws {
        let desk = try await AdminDesk()
        let admin = desk.admin
        let ada = ImportedUser(id: "ada-1", email: Ada.email)
        let bent = ImportedUser(id: "bent", email: "nobody")
        #expect(try await admin.importUsers([bent, ada]).map(\.id) == ["bent"])
        let again = try await admin.importUsers([ada, ImportedUser(id: "bob-1")])
        #expect(again.map(\.index) == [0] && again.first?.reason.contains("existing") == true)
        var renamed = ada
        renamed.displayName = "Ada L."
        #expect(try await admin.importUsers([renamed], replacesExisting: true) == [])
        #expect(try await admin.user("ada-1").displayName == "Ada L.")
        #expect(try await admin.userCount() == 2)

        #expect(await adminFailure { try await admin.importUsers([]) } == .invalidArgument)
        #expect(await adminFailure { try await admin.importUsers([ada, ada]) } == .userIDAlreadyExists)
        let hashed = ImportedUser(id: "eve-1", passwordHash: .init(Data("hash".utf8)))
        #expect(await adminFailure { try await admin.importUsers([hashed]) } == .invalidArgument)
        let weak = PasswordHashFormat.digest(.sha256, rounds: 1_000_000_000)
        #expect(
            await adminFailure { try await admin.importUsers([hashed], hashedBy: weak) } == .invalidArgument
        )

        let tenant = try await admin.createTenant(.init(displayName: "Acme"))
        #expect(try await admin.forTenant(tenant.id).importUsers([ada]) == [])
        #expect(try await admin.forTenant(tenant.id).user("ada-1").tenantID == tenant.id)
    }
}
