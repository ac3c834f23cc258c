/// The keys under which TLS sessions are handed to clients as tickets (RFC 5077, RFC 8446 §2.2).
///
/// A key makes tickets for one lifetime, and opens them for one more.
struct TicketKeyRing {
    struct Key: Equatable {
        let name: [UInt8]
        let cipherKey: [UInt8]
        let macKey: [UInt8]
    }

    /// The time for which a ticket is valid, and the time in which a key makes new ones.
    static let lifetime: Milliseconds = 6 * 3600 * 1000

    private var keys: [(key: Key, made: Milliseconds)] = []
    private let random: @Sendable (Int) -> [UInt8]

    init(random: @escaping @Sendable (Int) -> [UInt8]) { self.random = random }

    /// The key for a new ticket; it is made if no key exists, or if the last one is old.
    mutating func current(at now: Milliseconds) -> Key {
        keys.removeAll { now - $0.made >= 2 * Self.lifetime }
        if let last = keys.last, now - last.made < Self.lifetime { return last.key }
        let key = Key(name: random(16), cipherKey: random(32), macKey: random(32))
        keys.append((key, now))
        return key
    }

    /// The key of a ticket; `nil` when it is not known any more.
    func key(named name: some Collection<UInt8>, at now: Milliseconds) -> Key? {
        keys.first { $0.key.name.elementsEqual(name) && now - $0.made < 2 * Self.lifetime }?.key
    }
}
