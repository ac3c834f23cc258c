/// Comparisons whose duration does not depend on where two values differ.
package enum ConstantTime {
    /// Compares two values; the duration depends on nothing but their lengths.
    package static func equal(_ a: [UInt8], _ b: [UInt8]) -> Bool { equal(a[...], b[...]) }

    /// Compares two values; the duration depends on nothing but their lengths.
    package static func equal(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        var difference: UInt8 = 0
        for (a, b) in zip(a, b) { difference |= a ^ b }
        return difference == 0
    }
}
