import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaLogging

extension Connection {
    /// Hands a request to the responder.
    ///
    /// If the response is not ready at once, a task on the loop waits for it.
    func handle(_ request: consuming Request) {
        request.remoteAddress = peer.text
        request.localUser = peer.user
        request.isSecure = transport.isSecure
        isHead = request.method == .head
        let error = request.error
        let future = loop.settings.responder.handle(request)
        if case .ready(let response) = future {
            if let error { log(error, response) }
            write(response, keepsAlive: machine.keepsAlive && !loop.isClosing)
        } else {
            if let error { log(error, nil) }
            loop.handlers += 1
            handler = Task(executorPreference: loop) { [self] in finishHandling(await future.value) }
        }
    }

    /// Tells the client why its request is rejected, and reads no more requests.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - request: As much of it as is known.
    ///   - isLogged: Whether the log gets a line of its own.
    func reject(_ error: RequestError, of request: Request, isLogged: Bool = true) {
        wasRejected = true
        isHead = request.method == .head
        var request = request
        request.remoteAddress = peer.text
        request.isSecure = transport.isSecure
        let response = loop.settings.responder.response(to: error, of: request)
        if isLogged { log(error, response) }
        write(response, keepsAlive: false)
    }

    private func log(_ error: RequestError, _ response: Response?) {
        var metadata: Logger.Metadata = [
            "status": .stringConvertible(error.status), "reason": .string(error.reason),
            "remote": .string(peer.text),
        ]
        if let id = response?.fields["x-request-id"] { metadata["request"] = .string(id) }
        if let code = response?.record?.code { metadata["code"] = .string(code) }
        loop.settings.logger.info("request rejected", metadata: metadata)
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
        if let stream = response.stream, response.mayHaveBody { return write(response, stream, persistence) }
        prepareOutput()
        let hasBody = response.mayHaveBody && !isHead
        let isLarge = response.body.count >= Self.outputLimit
        response.write(to: &output.bytes, date: loop.clock.date, persistence, withBody: hasBody && !isLarge)
        if hasBody, isLarge { output.append(large: response.body) }
        share.countResponse(in: loop.turns)
        machine.responded(keepsAlive: keepsAlive)
        hasServed = true
    }

    /// Writes the head of a body that is made while it is sent, and begins the body.
    private func write(_ response: Response, _ body: ResponseStream, _ persistence: Response.Persistence) {
        // A client of HTTP/1.0 knows no chunks: the end of the connection ends the body.
        let isChunked = !machine.isHTTP10
        prepareOutput()
        response.write(
            to: &output.bytes,
            date: loop.clock.date,
            isChunked ? persistence : .closing,
            isChunked ? .chunked : .untilEnd
        )
        guard isHead else { return begin(body, isChunked: isChunked) }
        share.countResponse(in: loop.turns)
        machine.responded(keepsAlive: persistence != .closing && isChunked)
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
