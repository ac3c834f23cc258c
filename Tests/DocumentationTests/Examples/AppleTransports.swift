#if canImport(Darwin)
import CardeaSession
import Foundation

private func configured() -> any HTTPTransport {
    // EXAMPLE OwnSessionConfiguration
    let settings = URLSessionConfiguration.ephemeral
    settings.waitsForConnectivity = true
    settings.allowsExpensiveNetworkAccess = false
    let transport = URLSessionTransport(
        session: settings,
        onMetrics: { metrics in print("\(metrics.taskInterval.duration) s") }
    )
    // END
    return transport
}
#endif
