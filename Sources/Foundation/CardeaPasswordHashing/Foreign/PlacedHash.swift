import CardeaCryptography
import CardeaEncodings

/// A password hash in the form of Firebase's command line, with one function and one set of parameters for each file.
package struct PlacedHash: Sendable, Equatable {
    /// The options of `cardea user import`, without the key: `--hash-algo=SCRYPT --rounds=8 --mem-cost=14`.
    ///
    /// `firebase auth:import` has the same ones, but none for Argon2.
    package let options: [String]
    package let salt: [UInt8]
    package let hash: [UInt8]

    /// The name of the function: `SCRYPT`.
    package var algorithm: String { String(options.first?.drop { $0 != "=" }.dropFirst() ?? "") }

    /// - Returns: `nil` if the text is not a hash.
    package init?(_ text: String) {
        switch StoredHash(text) {
        case nil: return nil
        case .own(let own):
            let costs = own.parameters
            let cost = Argon2Cost(
                memoryKiB: costs.memoryKiB,
                iterations: costs.iterations,
                parallelism: costs.parallelism
            )
            options = Self.argon2(.argon2id, .v13, cost, associatedData: [])
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
        case .argon2(let variant, let version, let cost, let data):
            argon2(variant, version, cost, associatedData: data)
        case .bcrypt: ["--hash-algo=BCRYPT"]
        }
    }

    private static func argon2(
        _ variant: Argon2.Variant,
        _ version: Argon2.Version,
        _ cost: Argon2Cost,
        associatedData data: [UInt8]
    ) -> [String] {
        let type = variant == .argon2d ? "ARGON2_D" : variant == .argon2i ? "ARGON2_I" : "ARGON2_ID"
        return [
            "--hash-algo=ARGON2", "--argon2-type=\(type)", "--mem-cost=\(cost.memoryKiB)",
            "--rounds=\(cost.iterations)", "--parallelization=\(cost.parallelism)",
        ] + (version == .v10 ? ["--argon2-version=VERSION_10"] : [])
            + (data.isEmpty ? [] : ["--associated-data=\(Base64.encode(data))"])
    }
}

extension ForeignHash.SaltPlace {
    fileprivate var option: String {
        self == .beforePassword ? "--hash-input-order=SALT_FIRST" : "--hash-input-order=PASSWORD_FIRST"
    }
}
