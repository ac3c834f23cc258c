import CardeaHTTPMessages

/// A body that is made while it is sent: an export, a stream of events.
package final class ResponseStream: Sendable {
    private let body: @Sendable (any ResponseWriter) async throws -> Void

    /// Creates a body.
    ///
    /// - Parameter body: Writes the parts one after another. If it throws, the client sees that the body is incomplete.
    package init(_ body: @escaping @Sendable (any ResponseWriter) async throws -> Void) { self.body = body }

    /// Makes the body.
    package func run(_ writer: any ResponseWriter) async throws { try await body(writer) }
}

/// Takes the parts of a body.
package protocol ResponseWriter: Sendable {
    /// Sends bytes, and waits until the client can take more.
    ///
    /// - Throws: If the client is gone, or the server ends.
    func write(_ bytes: [UInt8]) async throws
}

extension Response {
    /// A response whose body is made while it is sent.
    package static func stream(
        _ contentType: String,
        _ body: @escaping @Sendable (any ResponseWriter) async throws -> Void
    ) -> Response {
        var response = Response(fields: [.contentType: contentType])
        response.stream = ResponseStream(body)
        return response
    }

    /// The response with its whole body in memory: for callers in the same process.
    package func collected() async throws -> Response {
        guard let stream else { return self }
        let collector = BodyCollector()
        try await stream.run(collector)
        var whole = self
        whole.stream = nil
        whole.body = await collector.bytes
        return whole
    }
}

/// Keeps the parts of a body.
private actor BodyCollector: ResponseWriter {
    private(set) var bytes: [UInt8] = []

    func write(_ part: [UInt8]) { bytes += part }
}
