import CardeaLocks

/// The judgements of a campaign, and how often each was made: the judgement of nothing is never wrong.
final class Judgements: Sendable {
    private static let sample = 20
    private let counts = Mutex<[String: Int]>([:])

    /// Counts the elements that are judged.
    func each<Elements: Collection>(_ name: String, _ elements: Elements) -> Elements {
        add(name, elements.count)
        return elements
    }

    /// Counts some elements that are judged: each of them costs a request.
    func some<Elements: Collection>(_ name: String, _ elements: Elements) -> ArraySlice<Elements.Element> {
        each(name, elements.shuffled().prefix(Self.sample))
    }

    func add(_ name: String, _ count: Int = 1) { counts.withLock { $0[name, default: 0] += count } }

    /// The judgements that had nothing to judge.
    var empty: [String] { counts.withLock { $0.filter { $1 == 0 }.keys.sorted() } }

    /// A line for each judgement.
    var report: String {
        counts.withLock { $0.sorted { $0.key < $1.key }.map { "  \($1) \($0)" }.joined(separator: "\n") }
    }
}
