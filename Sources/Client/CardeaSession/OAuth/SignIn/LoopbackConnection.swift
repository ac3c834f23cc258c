import Foundation

/// One connection of a browser, for one request.
struct LoopbackConnection {
    /// The result of one look at the connection.
    enum Step {
        case waiting
        case over
        /// The callback came, and was responded to.
        case callback(URL)
    }

    /// The number of looks until a head has come: browsers open connections that they do not need yet.
    private static let patience = 1_000

    private let socket: LoopbackSocket
    private var bytes: [UInt8] = []
    private var looks = 0

    init(_ socket: LoopbackSocket) {
        self.socket = socket
    }

    /// Reads what has come, and responds once that is a whole request.
    mutating func step(_ request: any BrowserRequest, page: String) -> Step {
        guard let more = socket.receive() else { return .over }
        bytes += more
        looks += 1
        switch LoopbackRequest(bytes, redirect: request.redirect) {
        case .incomplete: return looks < Self.patience ? .waiting : .over
        case .callback(let url) where request.matches(url):
            socket.finish(with: LoopbackResponse.bytes(status: 200, page: page))
            return .callback(url)
        case .callback: return reject(400)
        case .rejected(let status): return reject(status)
        }
    }

    private func reject(_ status: Int) -> Step {
        socket.finish(with: LoopbackResponse.bytes(status: status, page: ""))
        return .over
    }
}
