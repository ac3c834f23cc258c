import Foundation

/// The part of a request on which a rejection of its token may depend: neither the query nor the body.
struct Endpoint: Sendable, Hashable {
    let method: RequestMethod
    let origin: WebOrigin?
    let path: String

    init(_ request: CardeaRequest) {
        method = request.method
        origin = WebOrigin(request.url)
        path = request.url.path
    }
}

/// The endpoints that rejected a token which a refresh had just brought: their rejections say nothing about the token.
///
/// For some time no further refresh begins because of one of them. The time doubles whenever a refresh was in vain
/// again, up to sixteen times the first.
struct RejectingEndpoints: Sendable {
    private struct Entry {
        let end: Duration
        let pause: Duration

        /// When it is forgotten.
        var lapse: Duration { end + pause }
    }

    private static let capacity = 64
    private var entries: [Endpoint: Entry] = [:]

    /// Whether a rejection by this endpoint leads to no refresh at present.
    func contains(_ endpoint: Endpoint, at uptime: Duration) -> Bool {
        entries[endpoint].map { uptime < $0.end } ?? false
    }

    /// Notes that an endpoint rejected a new token.
    mutating func note(_ endpoint: Endpoint, at uptime: Duration, first: Duration) {
        guard !contains(endpoint, at: uptime) else { return }
        entries = entries.filter { uptime < $0.value.lapse }
        let pause = entries[endpoint].map { min($0.pause * 2, first * 16) } ?? first
        if entries.count >= Self.capacity, let oldest = entries.min(by: { $0.value.end < $1.value.end }) {
            entries[oldest.key] = nil
        }
        entries[endpoint] = Entry(end: uptime + pause, pause: pause)
    }
}
