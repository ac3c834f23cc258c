internal import CardeaLocks

/// Counts the commits that caches must learn of, and remembers what the last of them announced.
package final class Announcements: Sendable {
    /// The number of commits whose announcements are remembered.
    package static let capacity = 1000

    private let number = Atomic(0)
    /// The announcements of the last commits, oldest first.
    private let recent = Mutex<[Announcement]>([])

    package init() {}

    package var count: Int { number.load(ordering: .acquiring) }

    /// Adds the announcement of one commit.
    package func add(_ announcement: Announcement) {
        guard announcement != .nothing else { return }
        recent.withLock { recent in
            // Twice the capacity at most: elements are moved seldom.
            if recent.count >= 2 * Self.capacity { recent.removeFirst(Self.capacity) }
            recent.append(announcement)
            number.wrappingAdd(1, ordering: .releasing)
        }
    }

    /// The rows that were announced after a count; `nil` if not all are known.
    package func rows(after count: Int) -> Set<String>? {
        let announced = recent.withLock { recent -> Announcement in
            let missed = self.count - count
            guard (0...recent.count).contains(missed) else { return .everything }
            return recent.suffix(missed).reduce(.nothing) { $0.union($1) }
        }
        return switch announced {
        case .nothing: []
        case .rows(let rows): rows
        case .everything: nil
        }
    }
}
