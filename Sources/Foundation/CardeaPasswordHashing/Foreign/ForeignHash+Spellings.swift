import CardeaCryptography
import CardeaEncodings

/// The spellings in which other programs write hashes. The stored text is always that of `text`.
///
/// - passlib: `$pbkdf2-sha256$29000$salt$hash`, with `.` for `+`; `pbkdf2` alone is SHA-1.
/// - Ory Kratos: `$pbkdf2-sha256$i=100000,l=32$salt$hash` and `$scrypt$ln=16384,…`, with N itself.
/// - Any of them with padding, or with the alphabet of URLs.
/// - Django: `pbkdf2_sha256$1200000$salt$hash`, `scrypt$N$salt$r$p$hash`, `argon2$argon2id$…`, `bcrypt$$2b$…`. The salts
///   of the first two are plain text.
extension ForeignHash {
    /// Reads the text of another program.
    ///
    /// - Throws: If the text has another form, or a parameter is not allowed.
    package init(imported text: String) throws(ForeignHashError) {
        guard text.utf8.count <= Self.longestText else { throw .invalid("the hash is too long") }
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        switch parts.first ?? "" {
        case "": try self.init(phc: text)
        case "argon2": try self.init(phc: String(text.dropFirst(6)))
        case "bcrypt": try self.init(phc: String(text.dropFirst(7)))
        case "pbkdf2_sha1", "pbkdf2_sha256", "scrypt": try self.init(django: parts)
        case "bcrypt_sha256": throw .unknownAlgorithm("bcrypt_sha256")
        default: throw Self.malformed
        }
    }

    /// The parts of a text of Django.
    private init(django parts: [String]) throws(ForeignHashError) {
        let isScrypt = parts[0] == "scrypt"
        guard parts.count == (isScrypt ? 6 : 4), let hash = parts.last.flatMap(Self.bytes(spelled:)) else {
            throw Self.malformed
        }
        func number(_ place: Int) throws(ForeignHashError) -> Int {
            guard parts[place].utf8.count <= 9, parts[place].utf8.allSatisfy(ASCII.isDigit),
                let number = Int(parts[place])
            else { throw Self.malformed }
            return number
        }
        let function: Function =
            isScrypt
            ? .scrypt(
                ScryptCost(logN: Self.logN(spelled: try number(1)), r: try number(3), p: try number(4))
            )
            : .pbkdf2(parts[0] == "pbkdf2_sha1" ? .sha1 : .sha256, rounds: try number(1))
        try self.init(function, salt: Array(parts[2].utf8), hash: hash)
    }

    /// Base64 of any alphabet; padding is optional.
    static func bytes(spelled text: String) -> [UInt8]? {
        let plus = UInt8(ascii: "+")
        return Base64.decodeEitherAlphabet(text.utf8.map { $0 == UInt8(ascii: ".") ? plus : $0 })
    }

    /// The parameters of a function; passlib writes the rounds of PBKDF2 alone.
    static func parameters(spelled text: String, of name: String) -> String {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy(ASCII.isDigit)
        return name.utf8.starts(with: "pbkdf2".utf8) && isNumber ? "i=" + text : text
    }

    /// The logarithm of N; a power of 2 that no logarithm reaches is N itself.
    static func logN(spelled number: Int) -> Int {
        number > 64 && number & (number - 1) == 0 ? number.trailingZeroBitCount : number
    }
}
