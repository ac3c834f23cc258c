import CardeaCryptography
import CardeaEncodings

@testable import CardeaPasswordHashing

extension ForeignVector {
    /// One or more for each function.
    static let all: [ForeignVector] = digests + hmacs + pbkdf2 + scrypt + argon2 + bcrypt

    /// The message "abc", in two parts.
    private static let digests = [
        ForeignVector(
            "RFC 1321 A.5",
            "MD5",
            "bc",
            salt: utf8("a"),
            hash: hex("900150983cd24fb0d6963f7d28e17f72"),
            stored: "$md5$i=1,o=s$YQ$"
        ) {
            $0.rounds = 0
        },
        ForeignVector(
            "FIPS 180, SHA-1",
            "SHA1",
            "ab",
            salt: utf8("c"),
            hash: hex("a9993e364706816aba3e25717850c26c9cd0d89d"),
            stored: "$sha1$i=1,o=p$Yw$"
        ) {
            $0.rounds = 1
            $0.saltPlace = .afterPassword
        },
        ForeignVector(
            "FIPS 180, SHA-256",
            "SHA256",
            "bc",
            salt: utf8("a"),
            hash: hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            stored: "$sha256$i=1,o=s$YQ$"
        ) { $0.rounds = 1 },
        // The hash of the hash is the double SHA-256 of "hello" on Bitcoin's wiki ("Protocol documentation").
        ForeignVector(
            "Bitcoin's double hash",
            "SHA256",
            "llo",
            salt: utf8("he"),
            hash: hex("9595c9df90075148eb06860365df33584b75bff782a510c6cd4883a419833d50"),
            stored: "$sha256$i=2,o=s$aGU$"
        ) { $0.rounds = 2 },
        ForeignVector(
            "FIPS 180, SHA-512",
            "SHA512",
            "bc",
            salt: utf8("a"),
            hash: hex(
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
            ),
            stored: "$sha512$i=1,o=s$YQ$"
        ) { $0.rounds = 1 },
    ]

    /// The second case of RFC 2202 and RFC 4231, in two parts.
    private static let hmacs: [ForeignVector] = [
        ("MD5", "RFC 2202", "750c783e6ab0b503eaa86e310a5db738"),
        ("SHA1", "RFC 2202", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        ("SHA256", "RFC 4231", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        (
            "SHA512", "RFC 4231",
            "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
        ),
    ].flatMap { digest, source, code in
        let name = "hmac-\(digest.lowercased())"
        let (first, second) = ("what do ya want ", "for nothing?")
        return [
            ForeignVector(
                source,
                "HMAC_\(digest)",
                first,
                salt: utf8(second),
                hash: hex(code),
                stored: "$\(name)$o=p,k=SmVmZQ$"
            ) {
                $0.signerKey = utf8("Jefe")
            },
            ForeignVector(
                source,
                "HMAC_\(digest)",
                second,
                salt: utf8(first),
                hash: hex(code),
                stored: "$\(name)$o=s,k=SmVmZQ$"
            ) {
                $0.signerKey = utf8("Jefe")
                $0.saltPlace = .beforePassword
            },
        ]
    }

    private static let pbkdf2 = [
        ForeignVector(
            "RFC 6070",
            "PBKDF_SHA1",
            "password",
            salt: utf8("salt"),
            hash: hex("4b007901b765489abead49d926f721d065a429c1"),
            stored: "$pbkdf2-sha1$i=4096$c2FsdA$"
        ) { $0.rounds = 4096 },
        ForeignVector(
            "RFC 7914 §11",
            "PBKDF2_SHA256",
            "passwd",
            salt: utf8("salt"),
            hash: hex(
                "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
            ),
            stored: "$pbkdf2-sha256$i=1$c2FsdA$"
        ) { $0.rounds = 1 },
        ForeignVector(
            "RFC 7914 §11",
            "PBKDF2_SHA256",
            "Password",
            salt: utf8("NaCl"),
            hash: hex(
                "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d"
            ),
            stored: "$pbkdf2-sha256$i=80000$TmFDbA$"
        ) { $0.rounds = 80000 },
    ]

    private static let scrypt = [
        ForeignVector(
            "RFC 7914 §12",
            "STANDARD_SCRYPT",
            "password",
            salt: utf8("NaCl"),
            hash: hex(
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
            ),
            stored: "$scrypt$ln=10,r=8,p=16$TmFDbA$"
        ) { ($0.cpuMemoryCost, $0.blockSize, $0.parallelization, $0.derivedKeyLength) = (1024, 8, 16, 64) },
        ForeignVector(
            "RFC 7914 §12",
            "STANDARD_SCRYPT",
            "pleaseletmein",
            salt: utf8("SodiumChloride"),
            hash: hex(
                "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
            ),
            stored: "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$"
        ) { ($0.cpuMemoryCost, $0.blockSize, $0.parallelization, $0.derivedKeyLength) = (16384, 8, 1, 64) },
        ForeignVector(
            "README of firebase/scrypt",
            "SCRYPT",
            "user1password",
            salt: base64("42xEC+ixf3L2lw=="),
            hash: base64(
                "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
            ),
            stored:
                "$firebase-scrypt$ln=14,r=8,k=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA$",
            firebase
        ),
        ForeignVector(
            "tests of firebase-admin-node",
            "SCRYPT",
            "password",
            salt: utf8("NaCl"),
            hash: base64(
                "V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj9lz/2TT+/86N5VjVoc5DdBhBiw=="
            ),
            stored: "$firebase-scrypt$ln=14,r=8,k=",
            firebase
        ),
    ]

    private static func firebase(_ format: inout HashFormat) {
        format.signerKey = base64(
            "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
        )
        format.saltSeparator = base64("Bw==")
        (format.rounds, format.memoryCost) = (8, 14)
    }

    /// The vectors of the reference implementation (phc-winner-argon2, src/test.c) for `argon2i`; those of the first
    /// version and of `argon2d` are the output of its command line.
    private static let argon2: [ForeignVector] = [
        (Argon2.Variant.argon2i, Argon2.Version.v13, "iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8"),
        (.argon2i, .v10, "/U3YPXYsSb3q9XxHvc0MLxur+GP960kN9j7emXX8zwY"),
        (.argon2d, .v13, "JcTui6RIBUtJ78gE5Hi52CO+H5vS6Z9R1uxAB6OhUB8"),
    ].map { variant, version, hash in
        ForeignVector(
            "reference implementation",
            "ARGON2",
            "password",
            salt: utf8("somesalt"),
            hash: base64(hash),
            stored: "$\(variant)$v=\(version.rawValue)$m=256,t=2,p=1$c29tZXNhbHQ$"
        ) {
            let cost = Argon2Cost(memoryKiB: 256, iterations: 2, parallelism: 1)
            $0.argon2 = .init(variant: variant, version: version, cost: cost, hashLength: 32)
        }
    }

    /// The tests of crypt_blowfish (wrapper.c) and of jBCrypt.
    private static let bcrypt: [ForeignVector] = [
        ("U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
        ("U*U*U", "$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a"),
        ("a", "$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe"),
    ].map { ForeignVector("crypt_blowfish, jBCrypt", "BCRYPT", $0, hash: utf8($1), stored: $1) }

    static func hmacSHA1(_ message: [UInt8], key: [UInt8]) -> [UInt8]? {
        MessageDigest.sha1.authenticate(message, key: key)
    }
}

private func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }
private func hex(_ text: String) -> [UInt8] { Hexadecimal.decode(Array(text.utf8)) ?? [] }
private func base64(_ text: String) -> [UInt8] { Base64.decode(text.utf8) ?? [] }
