/// Comparisons whose duration does not depend on where two values differ.
package enum ConstantTime {
    /// Compares two values; the duration depends on nothing but their lengths.
    package static func equal(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard a.count == b.count else { return false }
        var difference: UInt8 = 0
        for index in a.indices { difference |= a[index] ^ b[index] }
        return difference == 0
    }
}
