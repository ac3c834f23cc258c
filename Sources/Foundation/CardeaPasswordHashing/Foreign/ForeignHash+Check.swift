import CardeaCryptography

extension ForeignHash {
    /// Compares a password with the hash, in a time that does not depend on where they differ.
    ///
    /// - Returns: `nil` if there is not enough memory.
    func matches(_ password: [UInt8]) -> Bool? {
        guard let computed = compute(password) else { return nil }
        // bcrypt reads up to a zero byte, so a longer password would have the same hash.
        if case .bcrypt = function, password.contains(0) { return false }
        return ConstantTime.equal(computed, expected)
    }

    private var expected: [UInt8] {
        if case .bcrypt(let text) = function { Array(text.utf8) } else { hash }
    }

    private func compute(_ password: [UInt8]) -> [UInt8]? {
        switch function {
        case .digest(let digest, let rounds, let place):
            var result = digest.hash(place.join(salt, password))
            for _ in 1..<rounds { result = result.flatMap(digest.hash) }
            return result
        case .hmac(let digest, let key, let place):
            return digest.authenticate(place.join(salt, password), key: key)
        case .pbkdf2(let digest, let rounds):
            return digest.deriveKey(from: password, salt: salt, iterations: rounds, count: hash.count)
        case .scrypt(let cost):
            return cost.deriveKey(from: password, salt: salt, count: hash.count)
        case .firebaseScrypt(let cost, let signerKey):
            let key = cost.deriveKey(from: password, salt: salt, count: 32)
            return key.flatMap { AESCounterMode.encrypt(signerKey, key: $0) }
        case .argon2(let variant, let version, let cost, let data):
            return Argon2.derive(
                from: password,
                salt: salt,
                parameters: Argon2Parameters(cost, saltLength: salt.count, hashLength: hash.count),
                variant: variant,
                version: version,
                associatedData: data
            )
        case .bcrypt(let text):
            return Bcrypt.hash(password, as: text)
        }
    }

    /// The cost of one check in the unit of `Argon2Parameters.work`.
    var work: Int { function.work(hashLength: hash.count) }
}

extension ForeignHash.Function {
    /// The cost of one check in the unit of `Argon2Parameters.work`, by measurement.
    func work(hashLength: Int) -> Int {
        switch self {
        case .digest(_, let rounds, _): max(1, rounds / 4)
        case .hmac: 1
        case .pbkdf2(let digest, let rounds):
            rounds * ((hashLength + digest.count - 1) / digest.count) * 3 / 10
        case .scrypt(let cost), .firebaseScrypt(let cost, _): ((cost.r * cost.p) << cost.logN) * 3 / 8
        case .argon2(_, _, let cost, _): cost.memoryKiB * cost.iterations
        case .bcrypt(let text): 60 << (Int(text.dropFirst(4).prefix(2)) ?? 0)
        }
    }
}

extension ForeignHash.SaltPlace {
    fileprivate func join(_ salt: [UInt8], _ password: [UInt8]) -> [UInt8] {
        switch self {
        case .beforePassword: salt + password
        case .afterPassword: password + salt
        }
    }
}

extension ScryptCost {
    fileprivate func deriveKey(from password: [UInt8], salt: [UInt8], count: Int) -> [UInt8]? {
        guard HashingMemory.isAvailable(memoryKiB << 10) else { return nil }
        return Scrypt.deriveKey(from: password, salt: salt, logN: logN, r: r, p: p, count: count)
    }
}

extension Argon2Parameters {
    fileprivate init(_ cost: Argon2Cost, saltLength: Int, hashLength: Int) {
        self.init(
            memoryKiB: cost.memoryKiB,
            iterations: cost.iterations,
            parallelism: cost.parallelism,
            saltLength: saltLength,
            hashLength: hashLength
        )
    }
}
