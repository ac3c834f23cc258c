import CardeaSQLiteDriver
import CardeaTelemetry

extension Logger {
    /// Logs the check after an unclean stop.
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
