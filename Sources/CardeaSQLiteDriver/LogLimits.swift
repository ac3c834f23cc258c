/// How long the write-ahead log may become, in pages of 4 KiB.
package struct LogLimits: Sendable {
    /// Pages written between two checkpoints in the background.
    package var checkpointInterval: Int
    /// Pages at which the writer itself makes the log start anew, so that it has a bound.
    package var restart: Int

    /// Creates limits: 8 MiB and 64 MiB unless told.
    package init(checkpointInterval: Int = 2_048, restart: Int = 16_384) {
        self.checkpointInterval = checkpointInterval
        self.restart = restart
    }
}
