package import CardeaIdentityWire
package import CardeaOperations
import CardeaPasswordHashing

extension BatchCreateRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField(
            \.users,
            // The largest number of users that Google's admin SDKs send in one request.
            .count(1000, each: NoLimit()),
            "The users, at most 1000."
        )
        InputField(\.hashAlgorithm, .name(40), "Hash function of the passwords.")
        InputField(\.signerKey, .name(2048), "Key of HMAC and SCRYPT, in Base64.")
        InputField(\.saltSeparator, .name(1024), "Bytes after each salt, in Base64.")
        InputField(\.rounds, number, "Rounds of the hash function.")
        InputField(\.memoryCost, number, "Memory cost of SCRYPT.")
        InputField(\.cpuMemCost, number, "Cost N of STANDARD_SCRYPT.")
        InputField(\.parallelization, number, "Parallelization of STANDARD_SCRYPT.")
        InputField(\.blockSize, number, "Block size of STANDARD_SCRYPT.")
        InputField(\.dkLen, number, "Length of the hashes of STANDARD_SCRYPT, in bytes.")
        InputField(\.passwordHashOrder, "Whether the salt is before or after the password.")
        InputField(\.argon2Parameters, "Parameters of ARGON2.")
        InputField(\.sanityCheck, "Whether two users with one e-mail address reject the whole list.")
        InputField(\.allowOverwrite, "Whether users whose IDs exist are replaced.")
        InputField.scope
        InputField.ignored("delegatedProjectNumber")
    }

    /// The limits of each algorithm are checked with the algorithm.
    private static let number: ClosedRange<Int64> = 0...Int64(Int32.max)
}

extension PasswordHashOrder: WireEnum {
    var saltPlace: ForeignHash.SaltPlace? {
        switch self {
        case .unspecified: nil
        case .saltFirst: .beforePassword
        case .passwordFirst: .afterPassword
        }
    }
}

extension BatchCreateArgon2.HashType: WireEnum {
    var variant: Argon2.Variant? {
        switch self {
        case .unspecified: nil
        case .argon2d: .argon2d
        case .argon2id: .argon2id
        case .argon2i: .argon2i
        }
    }
}

extension BatchCreateArgon2.Version: WireEnum {}

extension BatchCreateArgon2: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField(\.hashLengthBytes, 0...Int64(Int32.max), "Length of the hashes in bytes.")
        InputField(\.hashType, "Variant of Argon2.")
        InputField(\.parallelism, 0...Int64(Int32.max), "Number of lanes.")
        InputField(\.iterations, 0...Int64(Int32.max), "Number of passes.")
        InputField(\.memoryCostKib, 0...Int64(Int32.max), "Memory in KiB.")
        InputField(\.version, "Version of Argon2.")
        InputField(\.associatedData, .name(1024), "Associated data, in Base64.")
    }
}

extension BatchCreateResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.error, "The users that were not created; absent if all were created.")
    }
}

extension BatchCreateError: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.index, "Position of the user in the request.")
        OutputField(\.message, "Reason.")
    }
}
