import BareServers
import Foundation

/// Sends requests over many connections from one thread, each after the response to the one before.
///
/// It takes so little of the machine that what is measured is the server: a client library would cost more than it.
final class RawLoad {
    /// Makes the next request of a connection from the body of its last response, which is empty at first.
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
    ///   - next: Makes each request.
    /// - Returns: The figures of the run.
    /// - Throws: When the server ends a connection.
    func run(_ total: Int, of process: ProcessFigures, _ next: Next) throws -> Sample {
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
                if status != 200 { failures += 1 }
                send(body, exchange, on: socket)
            }
        }
        let wall = Double((.now - start).nanoseconds) / 1e9
        return Sample(latencies: latencies, failures: failures, wall: wall, cpu: process.cpu - cpu)
    }

    private static let headEnd = Array("\r\n\r\n".utf8)
    private static let length = Array("content-length: ".utf8)

    /// The parts of a response, if it is whole.
    private static func whole(_ response: [UInt8]) -> (status: Int, body: ArraySlice<UInt8>)? {
        guard let end = response.firstRange(of: headEnd)?.upperBound else { return nil }
        let head = response[..<end].map { (65...90).contains($0) ? $0 | 0x20 : $0 }
        guard let place = head.firstRange(of: length)?.upperBound else { return nil }
        let count = head[place...].prefix { $0 != 13 }.reduce(0) { $0 * 10 + Int($1) - 48 }
        guard response.count >= end + count else { return nil }
        return (Int(String(decoding: head[9..<12], as: UTF8.self)) ?? 0, response[end...])
    }
}
