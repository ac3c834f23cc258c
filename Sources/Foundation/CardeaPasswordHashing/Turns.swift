import CardeaEncodings

/// Something that waits: a line of jobs, or lines that take turns.
protocol WaitingLine {
    init()
    var count: Int { get }
}

extension LinkedQueue: WaitingLine {}

/// Lines by name that take turns.
///
/// A change adds or removes one job. Every operation takes constant time.
struct Turns<Line: WaitingLine>: WaitingLine {
    private struct Entry {
        var line = Line()
        /// The place of the name in `turns`.
        var turn: Int
        /// The place of the name in `ranks`, and the length of the line under which it is there.
        var rank: (length: Int, place: Int)?
    }

    private var entries: [ExactText: Entry] = [:]
    /// The names of the lines with waiting jobs, in the order of their turns.
    private var turns = LinkedQueue<ExactText>()
    /// The same names by the length of their lines, those with one job at index 1.
    private var ranks = [LinkedQueue<ExactText>()]
    /// The length of the longest line.
    private(set) var longest = 0
    private(set) var count = 0

    init() {}

    subscript(name: ExactText) -> Line { entries[name]?.line ?? Line() }

    /// Changes the line of a name.
    mutating func change<Result>(_ name: ExactText, _ body: (inout Line) -> Result) -> Result {
        var entry = entries.removeValue(forKey: name) ?? Entry(turn: turns.append(name))
        let result = body(&entry.line)
        keep(entry, of: name)
        return result
    }

    /// Changes the line whose turn it is; its next turn comes after all others.
    mutating func takeTurn<Result>(_ body: (inout Line) -> Result?) -> Result? {
        guard let name = turns.popFirst(), var entry = entries.removeValue(forKey: name) else { return nil }
        entry.turn = turns.append(name)
        let result = body(&entry.line)
        keep(entry, of: name)
        return result
    }

    /// Changes the longest line; of several, the one that has been as long as it is for longest.
    mutating func changeLongest<Result>(_ body: (inout Line) -> Result?) -> Result? {
        guard let name = ranks[longest].firstElement else { return nil }
        return change(name, body)
    }

    /// Puts a line back after a change: ranked by its new length, and nowhere when it is empty.
    private mutating func keep(_ entry: Entry, of name: ExactText) {
        var entry = entry
        let length = entry.line.count
        count += length - (entry.rank?.length ?? 0)
        if let rank = entry.rank { _ = ranks[rank.length].take(rank.place) }
        if length == 0 {
            _ = turns.take(entry.turn)
        } else {
            if ranks.count == length { ranks.append(LinkedQueue()) }
            entry.rank = (length, ranks[length].append(name))
            entries[name] = entry
            longest = max(longest, length)
        }
        // A line changes by one job at a time, so this is one step at the most.
        while longest > 0, ranks[longest].isEmpty { longest -= 1 }
    }
}
