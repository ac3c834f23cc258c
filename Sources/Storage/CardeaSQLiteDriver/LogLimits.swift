/// The largest length of the write-ahead log, in pages of 4 KiB.
package struct LogLimits: Sendable {
    /// Pages written between two checkpoints in the background.
    package var checkpointInterval: Int
    /// The number of pages at which the writer restarts the log, which bounds its size.
    package var restart: Int

    /// Creates limits; they default to 8 MiB and 64 MiB.
    package init(checkpointInterval: Int = 2_048, restart: Int = 16_384) {
        self.checkpointInterval = checkpointInterval
        self.restart = restart
    }
}
