import CardeaLogging
import CardeaSQLiteDriver

extension Logger {
    /// Logs the check after an unclean stop.
    func log(_ recovery: Recovery) {
        let metadata: Metadata = [
            "milliseconds": .stringConvertible(Int64(recovery.time / .milliseconds(1)))
        ]
        if recovery.isWhole {
            notice(
                "the last process did not close the database; it was checked and is sound",
                metadata: metadata
            )
        } else {
            warning(
                "the last process did not close the database; the check took too long: run cardea check",
                metadata: metadata
            )
        }
    }
}
