import CardeaOperatingSystem

/// Tells the service manager, where there is one, what the server is doing (systemd's `Type=notify`).
struct ServiceManager {
    private let notifier: ServiceNotifier?
    /// Half the time after which the manager takes the process for dead.
    private let heartbeat: Duration?

    init(environment: [String: String]) {
        notifier = ServiceNotifier(environment: environment)
        heartbeat = environment["WATCHDOG_USEC"].flatMap(Int64.init).flatMap { microseconds in
            microseconds > 0 ? .microseconds(microseconds / 2) : nil
        }
    }

    /// The server answers requests.
    func isReady(at url: String) { notifier?.send("READY=1\nSTATUS=Serving at \(url)") }

    /// The server reads its certificate again; `isReady` tells of the end.
    func isReloading() { notifier?.send("RELOADING=1\nSTATUS=Reloading the certificate") }

    /// The server has been told to stop.
    func isStopping() { notifier?.send("STOPPING=1\nSTATUS=Stopping") }

    /// Reports, until its task is cancelled, that the server works: as long as it does.
    ///
    /// - Parameter works: Asks the server; while it does not come back, no report is sent.
    func reportHeartbeats(while works: () async -> Bool) async {
        guard let notifier, let heartbeat else { return }
        while !Task.isCancelled {
            if await works() { notifier.send("WATCHDOG=1") }
            try? await Task.sleep(for: heartbeat)
        }
    }
}
