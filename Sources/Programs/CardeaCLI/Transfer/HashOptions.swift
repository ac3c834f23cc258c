import CardeaEncodings
import CardeaPasswordHashing
import Foundation

/// The way in which the passwords of a file of Firebase's are hashed; the options of `firebase auth:import`.
struct HashOptions {
    @Option("The hash function of the passwords: SCRYPT, BCRYPT, HMAC_SHA256 …", value: "NAME")
    var hashAlgo: String?
    @Option(
        "A file with the key of SCRYPT or HMAC, in Base64; an argument could be read by others.",
        value: "FILE"
    )
    var hashKeyFile: String?
    @Option("Bytes after each salt, in Base64.", value: "BASE64") var saltSeparator: String?
    @Option("The rounds; the iterations of ARGON2.", value: "N") var rounds: Int?
    @Option("The memory cost of SCRYPT, N of STANDARD_SCRYPT, or the KiB of ARGON2.", value: "N")
    var memCost: Int?
    @Option("The parallelization of STANDARD_SCRYPT and ARGON2.", value: "N") var parallelization: Int?
    @Option("The block size of STANDARD_SCRYPT.", value: "N") var blockSize: Int?
    @Option("The length of the hashes of STANDARD_SCRYPT and ARGON2.", value: "N") var dkLen: Int?
    @Option("The type of ARGON2: ARGON2_ID, ARGON2_I or ARGON2_D.", value: "TYPE")
    var argon2Type = Argon2Type.argon2id
    @Option("The version of ARGON2: VERSION_13 or VERSION_10.", value: "VERSION")
    var argon2Version = Argon2Version.v13
    @Option("The associated data of ARGON2, in Base64.", value: "BASE64") var associatedData: String?
    @Option("SALT_FIRST or PASSWORD_FIRST, for plain hashes and HMAC.", value: "ORDER")
    var hashInputOrder: HashInputOrder?

    enum HashInputOrder: String, CaseIterable, ArgumentValue {
        case saltFirst = "SALT_FIRST"
        case passwordFirst = "PASSWORD_FIRST"
    }

    enum Argon2Type: String, CaseIterable, ArgumentValue, CustomStringConvertible {
        case argon2id = "ARGON2_ID"
        case argon2i = "ARGON2_I"
        case argon2d = "ARGON2_D"

        var description: String { rawValue }
    }

    enum Argon2Version: String, CaseIterable, ArgumentValue, CustomStringConvertible {
        case v13 = "VERSION_13"
        case v10 = "VERSION_10"

        var description: String { rawValue }
    }

    /// Checks the name of a hash function, for an export.
    ///
    /// - Throws: `UsageError` if there is no such function, or the format of the file has no place for it.
    static func check(name: String, isUsed: Bool) throws(UsageError) {
        guard isUsed else { throw UsageError("--hash-algo is for the formats of Firebase") }
        do throws(ForeignHashError) {
            try HashFormat(algorithm: name.uppercased()).check()
        } catch .unknownAlgorithm(_) {
            throw UsageError("--hash-algo: '\(name)' is not a hash function of Firebase")
        } catch {
            // Parameters belong to the hashes.
        }
    }

    /// - Returns: `nil` if no function is named.
    /// - Throws: `UsageError` for a parameter that is missing or not allowed.
    func format() throws(UsageError) -> HashFormat? {
        guard let hashAlgo else { return nil }
        var format = HashFormat(algorithm: hashAlgo.uppercased())
        if let hashKeyFile {
            let text = try NamedFile.text(hashKeyFile, of: "--hash-key-file")
            guard let line = text.split(whereSeparator: \.isNewline).first,
                let key = Base64.decodeEitherAlphabet(line.utf8)
            else { throw UsageError("--hash-key-file: '\(hashKeyFile)' does not contain a key in Base64") }
            format.signerKey = key
        }
        format.saltSeparator = try Self.bytes(saltSeparator, "--salt-separator")
        format.rounds = rounds
        format.memoryCost = memCost
        format.cpuMemoryCost = memCost
        format.parallelization = parallelization
        format.blockSize = blockSize
        format.derivedKeyLength = dkLen
        format.saltPlace = hashInputOrder.map { $0 == .saltFirst ? .beforePassword : .afterPassword }
        if format.algorithm == "ARGON2" { format.argon2 = try argon2() }
        do throws(ForeignHashError) {
            try format.check()
        } catch .missing(let parameter) {
            throw UsageError("--hash-algo \(format.algorithm): \(Self.option(of: parameter)) is missing")
        } catch {
            throw UsageError("--hash-algo \(format.algorithm): \(error)")
        }
        return format
    }

    private func argon2() throws(UsageError) -> HashFormat.Argon2Format {
        guard let memCost, let rounds, let parallelization else {
            throw UsageError("--hash-algo ARGON2: --mem-cost, --rounds and --parallelization are needed")
        }
        return HashFormat.Argon2Format(
            variant: argon2Type == .argon2id ? .argon2id : argon2Type == .argon2i ? .argon2i : .argon2d,
            version: argon2Version == .v10 ? .v10 : .v13,
            cost: Argon2Cost(memoryKiB: memCost, iterations: rounds, parallelism: parallelization),
            hashLength: dkLen,
            associatedData: try Self.bytes(associatedData, "--associated-data")
        )
    }

    private static func bytes(_ text: String?, _ option: String) throws(UsageError) -> [UInt8] {
        guard let bytes = Base64.decodeEitherAlphabet((text ?? "").utf8) else {
            throw UsageError("\(option) is not Base64")
        }
        return bytes
    }

    /// The option that gives a parameter of the protocol.
    private static func option(of parameter: String) -> String {
        switch parameter {
        // Own texts.
        case "signerKey": "--hash-key-file"
        case "memoryCost", "cpuMemCost": "--mem-cost"
        case "parallelization", "rounds": "--\(parameter)"
        case "blockSize": "--block-size"
        default: parameter
        }
    }
}
