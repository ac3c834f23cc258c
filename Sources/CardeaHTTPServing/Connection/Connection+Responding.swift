import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaLogging

extension Connection {
    /// Hands a request to the responder.
    ///
    /// If the response is not ready at once, a task on the loop waits for it.
    func handle(_ request: consuming Request) {
        request.remoteAddress = peer.text
        request.isSecure = transport.isSecure
        isHead = request.method == .head
        if let error = request.error { log(error) }
        let future = loop.settings.responder.handle(request)
        if case .ready(let response) = future {
            write(response, keepsAlive: machine.keepsAlive && !loop.isClosing)
        } else {
            loop.handlers += 1
            handler = Task(executorPreference: loop) { [self] in finishHandling(await future.value) }
        }
    }

    /// Tells the client why its request is rejected, and reads no more requests.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - request: As much of it as is known.
    func reject(_ error: RequestError, of request: Request) {
        log(error)
        respond(to: error, of: request)
    }

    /// Responds to a request that is rejected, and reads no more requests.
    func respond(to error: RequestError, of request: Request) {
        wasRejected = true
        isHead = request.method == .head
        var request = request
        request.remoteAddress = peer.text
        request.isSecure = transport.isSecure
        write(loop.settings.responder.response(to: error, of: request), keepsAlive: false)
    }

    private func log(_ error: RequestError) {
        loop.settings.logger.info(
            "request rejected",
            metadata: [
                "status": .stringConvertible(error.status), "reason": .string(error.reason),
                "remote": .string(peer.text),
            ]
        )
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
        let hasBody = response.mayHaveBody && !isHead
        let isLarge = response.body.count >= Self.outputLimit
        response.write(to: &output.bytes, date: loop.clock.date, persistence, withBody: hasBody && !isLarge)
        if hasBody, isLarge { output.append(large: response.body) }
        share.countResponse(in: loop.turns)
        machine.responded(keepsAlive: keepsAlive)
        hasServed = true
    }
}

extension Responder {
    /// The response to a request that the server rejects by itself; a plain one if the responder has none at once.
    func response(to error: RequestError, of request: Request) -> Response {
        var request = request
        request.error = error
        var response = Response.text(error.reason, status: error.status)
        if case .ready(let made) = handle(request) { response = made }
        if error.status == 503, response.fields[.retryAfter] == nil { response.fields[.retryAfter] = "1" }
        return response
    }
}
