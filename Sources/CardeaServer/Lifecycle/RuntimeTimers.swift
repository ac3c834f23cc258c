/// The timers of the runtime, on which every sleep depends.
enum RuntimeTimers {
    /// Opens the descriptors of the timers, while there are some.
    ///
    /// The runtime opens them at the first sleep. If the process has no descriptor by then, the runtime ends it, or the
    /// sleep never ends.
    static func open() async {
        try? await ContinuousClock().sleep(for: .milliseconds(1))
        try? await SuspendingClock().sleep(for: .milliseconds(1))
    }
}
