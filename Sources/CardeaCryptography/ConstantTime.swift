/// Comparisons whose duration does not tell where two values differ.
package enum ConstantTime {
    /// Compares two values; only whether their lengths differ shows in the time it takes.
    package static func equal(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard a.count == b.count else { return false }
        var difference: UInt8 = 0
        for index in a.indices { difference |= a[index] ^ b[index] }
        return difference == 0
    }
}
