import CardeaSession
import Foundation

// EXAMPLE AsyncHTTPClientAdapter
struct AsyncHTTPClientTransport: HTTPTransport {
    let client: HTTPClient

    func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        let deadline = NIODeadline.now() + .seconds(Int64(request.timeout / .seconds(1)))
        return try await exchange(request, nil, deadline).collected(upTo: 16 << 20)
    }

    // How long a silence may be is the client's own `timeout.read` here.
    func stream(
        _ request: CardeaRequest,
        sending content: HTTPContent?
    ) async throws(TransportError) -> HTTPStreamedResponse {
        try await exchange(request, content, .distantFuture)
    }

    private func exchange(
        _ request: CardeaRequest,
        _ content: HTTPContent?,
        _ deadline: NIODeadline
    ) async throws(TransportError) -> HTTPStreamedResponse {
        var outgoing = HTTPClientRequest(url: request.url.absoluteString)
        outgoing.method = .RAW(value: request.method.rawValue)
        for field in request.fields { outgoing.headers.add(name: field.name.description, value: field.value) }
        do {
            if let content {
                let bytes = try await content.bytes().map { ByteBuffer(bytes: $0) }
                outgoing.body = .stream(bytes, length: content.length.map { .known($0) } ?? .unknown)
            } else if let body = request.body {
                outgoing.body = .bytes(body)
            }
            let received = try await client.execute(outgoing, deadline: deadline)
            let pieces = Pieces(received.body)
            let body = HTTPBytes { () throws(TransportError) in try await pieces.next() }
            var response = HTTPStreamedResponse(status: Int(received.status.code), body: body)
            for (name, value) in received.headers { response.fields.append(HeaderFields.Name(name), value) }
            return response
        } catch {
            throw TransportError(error)
        }
    }
}

/// The bytes that arrive, read by one task at a time.
private actor Pieces {
    private var unread: HTTPClientResponse.Body.AsyncIterator?

    init(_ body: HTTPClientResponse.Body) { unread = body.makeAsyncIterator() }

    func next() async throws(TransportError) -> Data? {
        guard var iterator = unread else { return nil }
        unread = nil
        do {
            let piece = try await iterator.next(isolation: self)
            unread = iterator
            return piece.map { Data($0.readableBytesView) }
        } catch {
            throw TransportError(error)
        }
    }
}

extension TransportError {
    /// Events, and whether the server may have received the request: only then is a lost refresh in doubt.
    fileprivate init(_ error: any Error) {
        if let error = error as? TransportError {
            self = error
            return
        }
        let (code, mayHaveBeenReceived): (Code, Bool) =
            switch error as? HTTPClientError {
            case HTTPClientError.connectTimeout, HTTPClientError.tlsHandshakeTimeout: (.cannotConnect, false)
            case HTTPClientError.getConnectionFromPoolTimeout: (.timedOut, false)
            case HTTPClientError.deadlineExceeded, HTTPClientError.readTimeout,
                HTTPClientError.writeTimeout:
                (.timedOut, true)
            case HTTPClientError.remoteConnectionClosed: (.connectionLost, true)
            case HTTPClientError.cancelled: (.cancelled, true)
            case nil where error is NIOConnectionError: (.cannotConnect, false)
            case nil where error is CancellationError: (.cancelled, true)
            default: (.other, true)
            }
        self.init(code, mayHaveBeenReceived: mayHaveBeenReceived, description: "\(error)")
    }
}
// END
