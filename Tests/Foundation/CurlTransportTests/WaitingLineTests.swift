import Testing

@testable import CardeaCurlTransport

@Suite("The limit of concurrent exchanges")
struct WaitingLineTests {
    private func admitted(
        _ line: inout WaitingLine,
        where isThere: (UInt64) -> Bool = { _ in true }
    ) -> [UInt64] {
        var admitted: [UInt64] = []
        while let id = line.admit(where: isThere) { admitted.append(id) }
        return admitted
    }

    @Test("exchanges run up to the limit, then in the order of their arrival")
    func order() {
        var line = WaitingLine(places: 2)
        for id in 1...5 { line.join(UInt64(id)) }
        #expect(admitted(&line) == [1, 2])
        line.leave()
        #expect(admitted(&line) == [3])
        line.leave()
        line.leave()
        #expect(admitted(&line) == [4, 5])
        line.join(6)
        #expect(admitted(&line) == [])
    }

    @Test("a cancelled exchange is skipped")
    func gone() {
        var line = WaitingLine(places: 1)
        for id in 1...4 { line.join(UInt64(id)) }
        #expect(admitted(&line, where: { $0 > 2 }) == [3])
        line.leave()
        #expect(admitted(&line) == [4])
    }

    @Test("a limit of one runs a thousand exchanges in order")
    func long() {
        var line = WaitingLine(places: 1)
        for id in 0..<1000 {
            line.join(UInt64(2 * id))
            line.join(UInt64(2 * id + 1))
        }
        var order: [UInt64] = []
        while let id = line.admit(where: { _ in true }) {
            order.append(id)
            line.leave()
        }
        #expect(order == Array(0..<2000))
    }

    @Test("a limit of zero counts as one")
    func none() {
        var line = WaitingLine(places: 0)
        line.join(1)
        #expect(admitted(&line) == [1])
    }
}
