import CardeaLocks
import Testing

@testable import CardeaHTTPServing

@Suite("TicketKeyRing")
struct TicketKeyRingTests {
    private let lifetime = TicketKeyRing.lifetime

    private func ring() -> TicketKeyRing {
        let made = Atomic(UInt8(0))
        return TicketKeyRing { count in
            [UInt8](repeating: made.wrappingAdd(1, ordering: .relaxed).newValue, count: count)
        }
    }

    @Test("a key makes tickets for one lifetime, and opens them for one more")
    func keyMakesTickets() {
        var ring = ring()
        let first = ring.current(at: 0)
        #expect(ring.current(at: lifetime - 1) == first)
        let second = ring.current(at: lifetime)
        #expect(second != first)
        #expect(ring.key(named: first.name, at: 2 * lifetime - 1) == first)
        #expect(ring.key(named: first.name, at: 2 * lifetime) == nil)
        #expect(ring.key(named: second.name, at: 2 * lifetime) == second)
    }

    @Test("an unknown key is not found")
    func unknownKeyFound() {
        var ring = ring()
        _ = ring.current(at: 0)
        #expect(ring.key(named: [UInt8](repeating: 99, count: 16), at: 0) == nil)
    }
}
