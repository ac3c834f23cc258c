import Foundation

/// The server's time of day: from the last response, and then by the clock that counts sleep.
///
/// A device clock that is wrong, or is set while the app runs, then moves nothing.
struct ServerClock: Sendable {
    private var anchor: (date: Date, uptime: Duration)?

    var isKnown: Bool { anchor != nil }

    /// Learns the server's time of day at a moment.
    mutating func learn(_ date: Date, at uptime: Duration) {
        anchor = (date, uptime)
    }

    /// The server's time of day; by the device's clock until a response has it.
    func date(at uptime: Duration, device: Date) -> Date {
        guard let anchor else { return device }
        return anchor.date.addingTimeInterval((uptime - anchor.uptime) / .seconds(1))
    }
}
