import CardeaSQLiteDriver
import CardeaTelemetry

extension Logger {
    /// Says what was done after an unclean stop, and how long it took.
    func log(_ recovery: Recovery) {
        let time = Value.integer(Int64(recovery.time / .milliseconds(1)))
        if recovery.isWhole {
            log(
                .notice,
                "the last process did not close the database; it was checked and is sound",
                [("milliseconds", time)]
            )
        } else {
            log(
                .warning,
                "the last process did not close the database; the check took too long: run cardea check",
                [("milliseconds", time)]
            )
        }
    }
}
