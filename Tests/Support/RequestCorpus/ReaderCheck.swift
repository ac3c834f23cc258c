package import CardeaHTTPServing
import CardeaTesting

/// The rules that the server's reader must follow for every input.
package enum ReaderCheck {
    /// Reads an input as a whole, byte by byte, and in pieces.
    ///
    /// - Returns: The violation: readings differ from each other or from the reference reader's, or the reader leaves
    ///   more bytes unread than a head may have. `nil` if there is no violation.
    package static func violation(of input: [UInt8], _ limits: HTTPLimits) -> String? {
        let expected = ReferenceReader.read(input, ReferenceReader.Limits(limits))
        let whole = Reading(byMachine: [input[...]], limits)
        guard whole.agrees(with: expected) else { return "read as \(whole), not as \(expected)" }
        for pieces in [input.indices.map { input[$0...$0] }, randomPieces(of: input)] {
            let split = Reading(byMachine: pieces, limits)
            guard split.requests == whole.requests, split.ending == whole.ending else {
                return "read as \(split) in \(pieces.count) pieces, as \(whole) in one"
            }
            guard split.longestRemainder <= limits.headBytes else {
                return "\(split.longestRemainder) bytes left unread"
            }
        }
        return nil
    }

    /// Pieces that depend on the input alone, so that a finding can be repeated.
    private static func randomPieces(of input: [UInt8]) -> [ArraySlice<UInt8>] {
        var random = SeededGenerator(seed: input.reduce(UInt64(input.count)) { $0 &* 31 &+ UInt64($1) })
        var (rest, pieces) = (input[...], [ArraySlice<UInt8>]())
        while !rest.isEmpty {
            pieces.append(rest.prefix(Int.random(in: 1...40, using: &random)))
            rest = rest.dropFirst(pieces[pieces.count - 1].count)
        }
        return pieces
    }
}
