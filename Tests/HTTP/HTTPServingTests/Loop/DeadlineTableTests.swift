import Testing

@testable import CardeaHTTPServing

@Suite("DeadlineTable")
struct DeadlineTableTests {
    @Test("a slot expires once, when its deadline has passed")
    func slotExpiresOnce() {
        var table = DeadlineTable(interval: 10)
        table[0] = 100
        table[2] = 200
        #expect(table.next == 100)
        #expect(table.expired(at: 99) == [])
        #expect(table.expired(at: 100) == [0])
        #expect(table.expired(at: 150) == [])
        #expect(table.next == 200)
        #expect(table.expired(at: 250) == [2])
        #expect(table.next == .never)
    }

    @Test("a deadline that was put off or removed does not expire")
    func deadlinePutOff() {
        var table = DeadlineTable(interval: 10)
        table[0] = 100
        table[1] = 100
        table[0] = 300
        table[1] = .never
        #expect(table.expired(at: 200) == [])
        #expect(table.next == 300)
    }

    @Test("deadlines are checked at most once in each interval")
    func deadlinesLookedMore() {
        var table = DeadlineTable(interval: 10)
        table[0] = 100
        _ = table.expired(at: 100)
        table[1] = 101
        #expect(table.next == 110)
        #expect(table.expired(at: 105) == [])
        #expect(table.expired(at: 110) == [1])
    }
}
