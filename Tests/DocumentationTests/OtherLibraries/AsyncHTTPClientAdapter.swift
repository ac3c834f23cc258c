import CardeaSession
import Foundation

// EXAMPLE AsyncHTTPClientAdapter
struct AsyncHTTPClientTransport: HTTPTransport {
    let client: HTTPClient

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var outgoing = HTTPClientRequest(url: request.url.absoluteString)
        outgoing.method = .RAW(value: request.method.rawValue)
        for field in request.fields { outgoing.headers.add(name: field.name.description, value: field.value) }
        if let body = request.body { outgoing.body = .bytes(body) }
        do {
            let timeout = TimeAmount.seconds(Int64(request.timeout / .seconds(1)))
            let answer = try await client.execute(outgoing, timeout: timeout)
            let body = try await answer.body.collect(upTo: 16 << 20)
            var response = HTTPResponse(status: Int(answer.status.code), body: Data(body.readableBytesView))
            for (name, value) in answer.headers { response.fields.append(HTTPFieldName(name), value) }
            return response
        } catch {
            let code: TransportError.Code = error is CancellationError ? .cancelled : .other
            throw TransportError(code, mayHaveBeenReceived: true, description: "\(error)")
        }
    }
}
// END
