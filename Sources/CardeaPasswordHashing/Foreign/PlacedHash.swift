import CardeaCryptography

/// A password hash in the terms of Firebase's command line, which has one function and one set of parameters for a file.
package struct PlacedHash: Sendable, Equatable {
    /// The options of `firebase auth:import`, without the key: `--hash-algo=SCRYPT --rounds=8 --mem-cost=14`.
    package let options: [String]
    package let salt: [UInt8]
    package let hash: [UInt8]

    /// The name of the function: `SCRYPT`.
    package var algorithm: String { String(options.first?.drop { $0 != "=" }.dropFirst() ?? "") }

    /// - Returns: `nil` if the text is no hash.
    package init?(_ text: String) {
        switch StoredHash(text) {
        case nil: return nil
        case .own(let own):
            let costs = own.parameters
            options = Self.argon2("ARGON2_ID", costs.memoryKiB, costs.iterations, costs.parallelism)
            (salt, hash) = (own.salt, own.hash)
        case .foreign(let foreign):
            options = Self.options(of: foreign)
            salt = foreign.salt
            if case .bcrypt(let text) = foreign.function {
                hash = Array(text.utf8)
            } else {
                hash = foreign.hash
            }
        }
    }

    private static func options(of hash: ForeignHash) -> [String] {
        switch hash.function {
        case .digest(let digest, let rounds, let place):
            ["--hash-algo=\(digest.rawValue.uppercased())", "--rounds=\(rounds)", place.option]
        case .hmac(let digest, _, let place):
            ["--hash-algo=HMAC_\(digest.rawValue.uppercased())", place.option]
        case .pbkdf2(let digest, let rounds):
            [
                "--hash-algo=\(digest == .sha1 ? "PBKDF" : "PBKDF2")_\(digest.rawValue.uppercased())",
                "--rounds=\(rounds)",
            ]
        case .scrypt(let cost):
            [
                "--hash-algo=STANDARD_SCRYPT", "--mem-cost=\(1 << cost.logN)", "--block-size=\(cost.r)",
                "--parallelization=\(cost.p)", "--dk-len=\(hash.hash.count)",
            ]
        case .firebaseScrypt(let cost, _):
            ["--hash-algo=SCRYPT", "--rounds=\(cost.r)", "--mem-cost=\(cost.logN)"]
        case .argon2(let variant, _, let cost, _):
            argon2(
                variant == .argon2d ? "ARGON2_D" : variant == .argon2i ? "ARGON2_I" : "ARGON2_ID",
                cost.memoryKiB,
                cost.iterations,
                cost.parallelism
            )
        case .bcrypt: ["--hash-algo=BCRYPT"]
        }
    }

    /// Firebase's command line does not know Argon2; its API does.
    private static func argon2(_ type: String, _ memory: Int, _ iterations: Int, _ lanes: Int) -> [String] {
        [
            "--hash-algo=ARGON2", "hashType=\(type)", "memoryCostKib=\(memory)", "iterations=\(iterations)",
            "parallelism=\(lanes)",
        ]
    }
}

extension ForeignHash.SaltPlace {
    fileprivate var option: String {
        self == .beforePassword ? "--hash-input-order=SALT_FIRST" : "--hash-input-order=PASSWORD_FIRST"
    }
}
