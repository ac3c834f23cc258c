public import CardeaSession

/// A transport that responds by a script and remembers every request.
public final class ScriptedTransport: HTTPTransport {
    /// Responds to a request; gets how many requests came before it.
    public typealias Script = @Sendable (CardeaRequest, Int) async throws(TransportError) -> CardeaResponse

    private let script: Script
    private let log = CallLog<CardeaRequest>()

    /// Creates a transport.
    public init(_ script: @escaping Script) {
        self.script = script
    }

    /// Creates a transport that gives these responses one after another, and then fails to connect.
    public convenience init(responses: [Result<CardeaResponse, TransportError>]) {
        self.init { (_, index) throws(TransportError) in
            guard index < responses.count else {
                throw TransportError(
                    .cannotConnect,
                    mayHaveBeenReceived: false,
                    description: "the script is over"
                )
            }
            return try responses[index].get()
        }
    }

    /// The requests so far, in order.
    public var requests: [CardeaRequest] { log.calls }

    /// Waits until so many requests have come, or the task is cancelled.
    public func requests(reach count: Int) async {
        await log.reaches(count)
    }

    /// Responds by the script.
    public func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        try await script(request, log.append(request))
    }
}

extension TransportError {
    /// The device is offline: nothing reached the server.
    public static let offline = TransportError(
        .cannotConnect,
        mayHaveBeenReceived: false,
        description: "offline"
    )
    /// The request was sent and no response came.
    public static let lostResponse = TransportError(
        .timedOut,
        mayHaveBeenReceived: true,
        description: "no response"
    )
}
