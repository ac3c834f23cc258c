public import CardeaSession
import Foundation
import CardeaHTTPMessages
public import CardeaHTTPTransport

/// A network that loses requests and responds by a plan, in front of any transport: a fake server's or a real one's.
///
///     let plan = FaultPlan(seed: 7, odds: .init(lostResponse: 0.2))
///     let transport = FaultInjectingTransport(CurlTransport(), plan: plan)
public struct FaultInjectingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let plan: FaultPlan
    private let clock: any SessionClock

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport that does the work.
    ///   - plan: The faults.
    ///   - clock: The clock by which responses are late.
    public init(_ transport: any HTTPTransport, plan: FaultPlan, clock: (any SessionClock)? = nil) {
        self.transport = transport
        self.plan = plan
        self.clock = clock ?? SystemClock()
    }

    /// Sends a request, as well or badly as the plan wants.
    public func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        switch plan.networkFault() {
        case nil: return try await transport.send(request)
        case .lostRequest: throw .offline
        case .lostResponse:
            _ = try await transport.send(request)
            throw .lostResponse
        case .duplicate(let duration):
            let response = try await transport.send(request)
            Task.detached { [self] in
                try await wait(duration)
                _ = try await transport.send(request)
            }
            return response
        case .timeout(let duration, let isDone):
            if isDone { _ = try await transport.send(request) }
            try await wait(duration)
            throw TransportError(.timedOut, mayHaveBeenReceived: true, description: "nothing came")
        case .serverError(let status, let isDone):
            if isDone { _ = try await transport.send(request) }
            return CardeaResponse(status: status)
        case .busy(let seconds): return CardeaResponse(status: 429, fields: [.retryAfter: "\(seconds)"])
        case .portal: return .portal
        case .delay(let duration):
            let response = try await transport.send(request)
            try await wait(duration)
            return response
        }
    }

    private func wait(_ duration: Duration) async throws(TransportError) {
        do {
            try await clock.sleep(for: duration)
        } catch {
            throw .cancelled
        }
    }
}

extension CardeaResponse {
    /// The response of a captive portal instead of the server.
    static var portal: CardeaResponse {
        let page = Data("<!DOCTYPE html><title>Welcome to the hotel</title>".utf8)
        return CardeaResponse(status: 200, fields: [.contentType: "text/html"], body: page)
    }
}
