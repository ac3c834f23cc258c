#if canImport(Network)
import Dispatch
import Network

/// Whether the system has a network: the current state first, then every change, also to another network.
struct SystemNetwork: ActivityMonitor {
    var activity: AsyncStream<Bool> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let monitor = NWPathMonitor()
            monitor.pathUpdateHandler = { path in continuation.yield(path.status == .satisfied) }
            continuation.onTermination = { _ in monitor.cancel() }
            monitor.start(queue: DispatchQueue(label: "dev.cardea.network"))
        }
    }
}
#endif

/// The signs that a refresh which has just failed may succeed: a network, and the return of the app to the foreground.
package enum SystemReturn {
    /// The monitors of the system; Linux has no monitor.
    package static var monitors: [any ActivityMonitor] {
        #if canImport(Network)
        [SystemNetwork(), SystemActivity()]
        #else
        []
        #endif
    }
}
