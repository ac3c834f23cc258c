/// A password hash as the store has it: one of Cardea's own, or an imported one.
enum StoredHash {
    case own(EncodedHash)
    case foreign(ForeignHash)

    /// - Returns: `nil` for a text that is not a hash, or one with parameters out of range.
    init?(_ text: String) {
        if let own = EncodedHash(text) {
            self = .own(own)
        } else if let foreign = try? ForeignHash(text) {
            self = .foreign(foreign)
        } else {
            return nil
        }
    }

    /// The cost of one check: KiB of memory × passes.
    var work: Int {
        switch self {
        case .own(let hash): hash.parameters.work
        case .foreign(let hash): hash.work
        }
    }

    /// Whether a new hash replaces it at the next sign-in.
    func isOutdated(for parameters: Argon2Parameters) -> Bool {
        switch self {
        case .own(let hash): hash.parameters != parameters
        case .foreign: true
        }
    }
}
