import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaTelemetry

extension Connection {
    /// Hands a request to the responder, whose task runs on the loop.
    func handle(_ request: Request) {
        var request = request
        request.remoteAddress = peer.text
        request.isSecure = transport.isSecure
        isHead = request.method == .head
        loop.handlers += 1
        handler = Task(executorPreference: loop) { [self, request] in
            finishHandling(await loop.settings.responder.respond(to: request))
        }
    }

    /// Tells the client why its request is rejected, and reads no more requests.
    ///
    /// - Parameters:
    ///   - refusal: Why.
    ///   - request: As much of it as is known.
    func reject(_ refusal: Refusal, of request: Request) {
        loop.settings.logger.log(
            .info,
            "request refused",
            [
                ("status", .integer(Int64(refusal.status))), ("reason", .string(refusal.reason)),
                ("remote", .string(peer.text)),
            ]
        )
        wasRejected = true
        isHead = request.method == .head
        var request = request
        request.remoteAddress = peer.text
        request.isSecure = transport.isSecure
        write(loop.settings.responder.response(to: refusal, of: request), keepsAlive: false)
    }

    private func finishHandling(_ response: Response) {
        loop.handlers -= 1
        handler = nil
        // The connection may have been closed, or the request rejected for taking too long.
        guard machine.state == .responding else { return }
        write(response, keepsAlive: machine.keepsAlive && !loop.isClosing)
        resume()
    }

    private func write(_ response: Response, keepsAlive: Bool) {
        let persistence: Response.Persistence =
            keepsAlive ? machine.isHTTP10 ? .openHTTP10 : .open : .closing
        prepareOutput()
        response.write(to: &output.bytes, date: loop.clock.date, persistence, isHead: isHead)
        machine.responded(keepsAlive: keepsAlive)
        hasServed = true
    }
}

extension Responder {
    /// The response to a request that the server rejects by itself.
    func response(to refusal: Refusal, of request: Request) -> Response {
        var response = refuse(request, refusal)
        if refusal.status == 503, response.fields[.retryAfter] == nil { response.fields[.retryAfter] = "1" }
        return response
    }
}
