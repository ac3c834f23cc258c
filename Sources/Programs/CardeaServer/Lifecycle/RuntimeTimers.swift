/// The timers of the runtime, on which every sleep depends.
enum RuntimeTimers {
    /// Opens the descriptors of the timers, while there are some.
    ///
    /// The runtime opens them at the first sleep. If the process has no descriptor by then, the runtime ends it, or the
    /// sleep never ends.
    static func open() async {
        // A sleep that the machine delays past its end needs no timer. The first one is slow: its code must be loaded.
        for _ in 0..<3 {
            try? await ContinuousClock().sleep(for: .milliseconds(2))
            try? await SuspendingClock().sleep(for: .milliseconds(2))
        }
    }
}
