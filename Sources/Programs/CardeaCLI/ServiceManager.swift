import CardeaOperatingSystem

/// Reports the state of the server to the service manager, if there is one (systemd's `Type=notify`).
struct ServiceManager {
    private let notifier: ServiceNotifier?
    /// Half the time after which the manager restarts a process that sends no report.
    private let heartbeat: Duration?

    init(environment: [String: String]) {
        notifier = ServiceNotifier(environment: environment)
        heartbeat = environment["WATCHDOG_USEC"].flatMap(Int64.init).flatMap { microseconds in
            microseconds > 0 ? .microseconds(microseconds / 2) : nil
        }
    }

    /// The server responds to requests.
    func isReady(at url: String) { notifier?.send("READY=1\nSTATUS=Serving at \(url)") }

    /// The server reads its certificate again; `isReady` reports the end.
    func isReloading() { notifier?.send("RELOADING=1\nSTATUS=Reloading the certificate") }

    /// The server stops.
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
