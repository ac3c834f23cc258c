/// The error of a command, for a person.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    let exitCode: Int32
    /// Whether the same command may succeed later.
    let isTemporary: Bool

    init(_ description: String, exitCode: Int32 = 1, isTemporary: Bool = false) {
        self.description = description
        self.exitCode = exitCode
        self.isTemporary = isTemporary
    }
}
