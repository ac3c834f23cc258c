import CardeaTesting

/// Bends valid requests at random; the same seed bends them in the same way.
package struct Mutator {
    private var random: SeededGenerator

    package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// The next hostile input: one or two requests, with up to three changes.
    package mutating func next() -> [UInt8] {
        var bytes = Array(pick(Self.seeds).utf8)
        if chance(4) { bytes += Array(pick(Self.seeds).utf8) }
        for _ in 0...below(3) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = below(bytes.count + 1)
        let end = min(bytes.count, place + 1 + below(12))
        switch below(11) {
        case 0: bytes.insert(pick(Self.dangerousBytes), at: place)
        case 1: bytes.replaceSubrange(place..<min(bytes.count, place + 1), with: [pick(Self.dangerousBytes)])
        case 2: bytes.replaceSubrange(place..<min(bytes.count, place + 1), with: [UInt8(below(256))])
        case 3: bytes.removeSubrange(place..<end)
        case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 5: bytes.insert(contentsOf: Array(pick(Self.fragments).utf8), at: place)
        case 6: replaceOne("\r\n", by: pick(Self.lineEnds), in: &bytes)
        case 7: insertField(pick(Self.hostileFields), into: &bytes)
        case 8:
            replaceOne(
                ": ",
                by: pick([":", " : ", ":\t", ": \t ", ":\r\n ", "\0 ", ":\0", "\t:"]),
                in: &bytes
            )
        case 9: bytes.removeLast(min(bytes.count, below(30)))
        default: replaceNumber(in: &bytes)
        }
    }

    private mutating func insertField(_ field: String, into bytes: inout [UInt8]) {
        let ends = places(of: "\r\n", in: bytes)
        guard !ends.isEmpty else { return }
        bytes.insert(contentsOf: Array((field + "\r\n").utf8), at: pick(ends) + 2)
    }

    private mutating func replaceOne(_ text: String, by other: String, in bytes: inout [UInt8]) {
        let found = places(of: text, in: bytes)
        guard !found.isEmpty else { return }
        let place = pick(found)
        bytes.replaceSubrange(place..<(place + text.utf8.count), with: Array(other.utf8))
    }

    private mutating func replaceNumber(in bytes: inout [UInt8]) {
        let digits = bytes.indices.filter { (48...57).contains(bytes[$0]) }
        guard !digits.isEmpty else { return }
        let place = pick(digits)
        bytes.replaceSubrange(place...place, with: Array(pick(Self.numbers).utf8))
    }

    private func places(of text: String, in bytes: [UInt8]) -> [Int] {
        let wanted = Array(text.utf8)
        return bytes.indices.filter { bytes[$0...].starts(with: wanted) }
    }

    private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    private mutating func chance(_ one: Int) -> Bool { below(one) == 0 }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
