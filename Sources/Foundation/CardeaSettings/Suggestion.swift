/// Suggests a known name for a mistyped one.
package enum Suggestion {
    /// The known name that is nearest; `nil` if no name is near.
    package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
        let nearest = known.map { ($0, distance(Array(name.lowercased()), Array($0.lowercased()))) }
            .min { ($0.1, $0.0) < ($1.1, $1.0) }
        guard let (guess, distance) = nearest, distance <= max(min(2, name.count / 2), name.count / 3) else {
            return nil
        }
        return guess
    }

    /// The number of characters to insert, delete or replace (Levenshtein).
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var row = Array(0...other.count)
        for (index, character) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (place, counterpart) in other.enumerated() {
                let replaced = diagonal + (character == counterpart ? 0 : 1)
                diagonal = row[place + 1]
                row[place + 1] = min(replaced, row[place] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
