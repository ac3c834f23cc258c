/// Gives bytes that nobody can predict.
package protocol RandomSource: Sendable {
    func bytes(_ count: Int) -> [UInt8]
    func word() -> UInt64
}
