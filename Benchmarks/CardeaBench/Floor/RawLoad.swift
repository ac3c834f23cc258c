import BareServers
import Foundation

/// Sends requests over many connections from one thread, each after the response to the one before.
///
/// It takes so little of the machine that what is measured is the server: a client library would cost more than it.
final class RawLoad {
    /// Makes the next request of a connection from the body of its last response, or from the whole; it is empty at first.
    typealias Next = (_ connection: Int, _ body: ArraySlice<UInt8>) -> [UInt8]

    private final class Exchange {
        let index: Int
        var sent = ContinuousClock.now
        var response: [UInt8] = []

        init(_ index: Int) { self.index = index }
    }

    private let poller = Poller()
    private var exchanges: [Int32: Exchange] = [:]

    /// Opens connections to a server.
    init(port: UInt16, connections: Int) throws {
        for index in 0..<connections { exchanges[try poller.connect(port: port)] = Exchange(index) }
    }

    deinit { for socket in exchanges.keys { close(socket) } }

    /// Sends requests.
    ///
    /// - Parameters:
    ///   - total: How many.
    ///   - process: The process whose processor time is measured.
    ///   - isWhole: Whether requests are made from whole responses, which may be redirects.
    ///   - next: Makes each request.
    /// - Returns: The figures of the run.
    /// - Throws: When the server ends a connection.
    func run(
        _ total: Int,
        of process: ProcessFigures,
        isWhole: Bool = false,
        _ next: Next
    ) throws -> Sample {
        var (unsent, latencies, failures) = (total, [UInt64](), 0)
        latencies.reserveCapacity(total)
        let (cpu, start) = (process.cpu, ContinuousClock.now)

        func send(_ body: ArraySlice<UInt8>, _ exchange: Exchange, on socket: Int32) {
            guard unsent > 0 else { return }
            unsent -= 1
            let request = next(exchange.index, body)
            exchange.response.removeAll(keepingCapacity: true)
            exchange.sent = .now
            poller.send(request, to: socket)
        }

        for (socket, exchange) in exchanges { send([], exchange, on: socket) }
        while latencies.count < total {
            try poller.wait { socket in
                guard let exchange = exchanges[socket],
                    poller.receive(from: socket, into: &exchange.response)
                else { throw BenchmarkError("the server ended a connection") }
                guard let (status, body) = Self.whole(exchange.response) else { return }
                latencies.append((.now - exchange.sent).nanoseconds)
                if status != 200, !isWhole || status / 100 != 3 { failures += 1 }
                send(isWhole ? exchange.response[...] : body, exchange, on: socket)
            }
        }
        let wall = Double((.now - start).nanoseconds) / 1e9
        return Sample(latencies: latencies, failures: failures, wall: wall, cpu: process.cpu - cpu)
    }

    private static let headEnd = Array("\r\n\r\n".utf8)
    private static let length = Array("\r\ncontent-length: ".utf8)

    /// The parts of a response, if it is whole.
    private static func whole(_ response: [UInt8]) -> (status: Int, body: ArraySlice<UInt8>)? {
        let bytes = response.span
        guard let end = bytes.firstPlace(of: headEnd), let place = bytes.firstPlace(of: length) else {
            return nil
        }
        let body = end + headEnd.count
        let count = number(bytes, at: place + length.count)
        return response.count >= body + count ? (number(bytes, at: 9), response[body...]) : nil
    }

    /// The decimal number at a place.
    private static func number(_ bytes: Span<UInt8>, at start: Int) -> Int {
        var (number, place) = (0, start)
        while place < bytes.count, (48...57).contains(bytes[place]) {
            number = number * 10 + Int(bytes[place]) - 48
            place += 1
        }
        return number
    }
}
