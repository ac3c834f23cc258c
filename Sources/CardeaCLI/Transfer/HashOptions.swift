import CardeaPasswordHashing
import Foundation

/// How the passwords of a file of Firebase's are hashed; the options of `firebase auth:import`.
struct HashOptions {
    @Option("The hash function of the passwords: SCRYPT, BCRYPT, HMAC_SHA256 …", value: "NAME")
    var hashAlgo: String?
    @Option(
        "A file with the key of SCRYPT or HMAC, in Base64; an argument could be read by others.",
        value: "FILE"
    )
    var hashKeyFile: String?
    @Option("Bytes behind each salt, in Base64.", value: "BASE64") var saltSeparator: String?
    @Option("The rounds.", value: "N") var rounds: Int?
    @Option("The memory cost of SCRYPT, or N of STANDARD_SCRYPT.", value: "N") var memCost: Int?
    @Option("The parallelization of STANDARD_SCRYPT.", value: "N") var parallelization: Int?
    @Option("The block size of STANDARD_SCRYPT.", value: "N") var blockSize: Int?
    @Option("The length of the hashes of STANDARD_SCRYPT.", value: "N") var dkLen: Int?
    @Option("SALT_FIRST or PASSWORD_FIRST, for plain hashes and HMAC.", value: "ORDER")
    var hashInputOrder: HashInputOrder?

    enum HashInputOrder: String, CaseIterable, ArgumentValue {
        case saltFirst = "SALT_FIRST"
        case passwordFirst = "PASSWORD_FIRST"
    }

    /// - Returns: `nil` if no function is named.
    /// - Throws: `UsageError` for a parameter that is missing or not allowed.
    func format() throws(UsageError) -> HashFormat? {
        guard let hashAlgo else { return nil }
        var format = HashFormat(algorithm: hashAlgo.uppercased())
        if let hashKeyFile {
            guard let text = try? String(contentsOfFile: hashKeyFile, encoding: .utf8),
                let line = text.split(whereSeparator: \.isNewline).first,
                let key = FirebaseUser.bytes(String(line))
            else { throw UsageError("--hash-key-file: '\(hashKeyFile)' does not hold a key in Base64") }
            format.signerKey = key
        }
        if let saltSeparator {
            guard let bytes = FirebaseUser.bytes(saltSeparator) else {
                throw UsageError("--salt-separator is not Base64")
            }
            format.saltSeparator = bytes
        }
        format.rounds = rounds
        format.memoryCost = memCost
        format.cpuMemoryCost = memCost
        format.parallelization = parallelization
        format.blockSize = blockSize
        format.derivedKeyLength = dkLen
        format.saltPlace = hashInputOrder.map { $0 == .saltFirst ? .beforePassword : .afterPassword }
        do throws(ForeignHashError) {
            try format.check()
        } catch {
            throw UsageError("--hash-algo \(format.algorithm): \(error)")
        }
        return format
    }
}
