/// Gives bytes that cannot be predicted.
package protocol RandomSource: Sendable {
    func bytes(_ count: Int) -> [UInt8]
    func word() -> UInt64
}
