import CardeaEncodings
import CardeaCryptography

/// Limits of the cost of a foreign hash, so that an import cannot slow down the server.
///
/// The most expensive hash takes about half a second and 128 MiB, whatever its function. Identity Platform's limits are
/// within these, except for lengths of hashes that an attacker could guess.
extension ForeignHash {
    enum Limits {
        /// The work of about half a second, in the unit of `Argon2Parameters.work`.
        static let work = 1 << 19
        static let memoryKiB = 131_072
        static let rounds = 0...Int(Int32.max)
        static let bcryptCost = 4...13
        static let parallelism = 1...16
        static let blockSize = 1...64
        static let firebaseRounds = 1...8
        static let firebaseMemoryCost = 1...14
        static let keyLength = 1...1024
        static let saltLength = 0...256
        static let hashLength = 16...128

        /// Checks parameters; of no rounds and of one, the result is the same.
        static func checked(_ function: Function) throws(ForeignHashError) -> Function {
            var function = function
            switch function {
            case .digest(let digest, let count, let place):
                try require("rounds", count, in: rounds)
                function = .digest(digest, rounds: max(1, count), place)
            case .hmac(_, let key, _):
                try require("the length of the key", key.count, in: keyLength)
            case .pbkdf2(let digest, let count):
                try require("rounds", count, in: rounds)
                function = .pbkdf2(digest, rounds: max(1, count))
            case .scrypt(let cost):
                try require("the cost", cost.logN, in: 1...20)
                try require("the block size", cost.r, in: blockSize)
                try require("the parallelization", cost.p, in: 1...64)
                guard cost.memoryKiB <= memoryKiB else { throw .tooExpensive }
            case .firebaseScrypt(let cost, let key):
                try require("the memory cost", cost.logN, in: firebaseMemoryCost)
                try require("rounds", cost.r, in: firebaseRounds)
                try require("the length of the key", key.count, in: hashLength)
            case .argon2(_, _, let cost, let data):
                try require("the memory cost", cost.memoryKiB, in: 8...memoryKiB)
                try require("the parallelism", cost.parallelism, in: parallelism)
                try require("the iterations", cost.iterations, in: 1...work)
                try require("the length of the associated data", data.count, in: 0...256)
                guard cost.memoryKiB >= 8 * cost.parallelism else {
                    throw .invalid("the memory cost must be 8 KiB or more for each lane")
                }
            case .bcrypt: break
            }
            // The shortest hash; a longer one is checked with its length.
            guard function.work(hashLength: 1) <= work else { throw .tooExpensive }
            return function
        }

        /// Checks lengths.
        static func check(_ hash: ForeignHash) throws(ForeignHashError) {
            if case .bcrypt(let text) = hash.function { return try check(bcrypt: text) }
            try require("the length of the salt", hash.salt.count, in: saltLength)
            switch hash.function {
            case .digest(let digest, _, _), .hmac(let digest, _, _):
                guard hash.hash.count == digest.count else {
                    throw .wrongLength("the hash", digest.count)
                }
            case .firebaseScrypt(_, let key):
                guard hash.hash.count == key.count else { throw .wrongLength("the hash", key.count) }
            case .pbkdf2, .scrypt:
                try require("the length of the hash", hash.hash.count, in: hashLength)
            case .argon2:
                try require("the length of the hash", hash.hash.count, in: hashLength)
                try require("the length of the salt", hash.salt.count, in: 8...saltLength.upperBound)
            case .bcrypt: break
            }
            guard hash.work <= work else { throw .tooExpensive }
        }

        /// `$2b$10$`, 22 characters of salt, 31 of hash.
        private static func check(bcrypt text: String) throws(ForeignHashError) {
            let bytes = Array(text.utf8)
            let alphabet = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8
            guard bytes.count == 60, ["$2a$", "$2b$", "$2y$"].contains(text.prefix(4)),
                bytes[6] == UInt8(ascii: "$"), bytes[7...].allSatisfy(alphabet.contains),
                bytes[4...5].allSatisfy(ASCII.isDigit)
            else { throw .invalid("the bcrypt hash must have the form $2b$10$ and 53 characters") }
            let cost = Int(bytes[4] - 48) * 10 + Int(bytes[5] - 48)
            try require("the bcrypt cost", cost, in: bcryptCost)
        }

        private static func require(
            _ name: String,
            _ value: Int,
            in range: ClosedRange<Int>
        ) throws(ForeignHashError) {
            guard range.contains(value) else { throw .outOfRange(name, range) }
        }
    }
}
