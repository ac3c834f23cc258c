import CMicrohttpd
import Glibc
import HTTPMessages
import HTTPRouting
import Telemetry

extension Connection {
    /// Takes the target of a new request, as sent.
    func receive(target: UnsafePointer<CChar>) {
        let text = unsafe UnsafeRawBufferPointer(start: target, count: strlen(target))
        let limit = loop.settings.limits.targetBytes
        let result = Result { () throws(Refusal) in
            guard text.count <= limit else { throw Refusal.targetTooLong }
            return unsafe try RequestTarget(text)
        }
        phase = .head(result, length: text.count)
        // The time of the first request has run since the connection was opened.
        if hasServed { deadline = loop.now + loop.deadlines.head }
    }

    /// Goes on with the request.
    ///
    /// - Parameters:
    ///   - method: Where the head begins in memory.
    ///   - part: A further part of the body; none when the head, the request or the wait for the handler is over.
    /// - Returns: Whether the connection is kept.
    func advance(method: UnsafePointer<CChar>, part: UnsafeRawBufferPointer) -> Bool {
        switch phase {
        case .head(let target, let length):
            do throws(Refusal) {
                phase = .body(unsafe try open(method, try target.get(), targetLength: length))
                deadline = loop.now + loop.deadlines.body
                return true
            } catch {
                return refuse(error)
            }
        case .body where unsafe !part.isEmpty:
            return unsafe append(part)
        case .body(let request):
            return start(request)
        case .handling:
            return response.map(answer) ?? false
        case .waiting, .answering:
            return false
        }
    }

    /// Reads the head of a request, which is now complete.
    private func open(
        _ method: UnsafePointer<CChar>,
        _ target: RequestTarget,
        targetLength: Int
    ) throws(Refusal) -> Request {
        let limits = loop.settings.limits
        let block = unsafe UnsafeRawBufferPointer(start: method, count: cardea_connection_head_size(handle))
        guard block.count <= limits.headBytes else { throw .headTooLarge }
        let head = unsafe try RequestHead(block, targetLength: targetLength, fieldCount: limits.fieldCount)
        var request = Request(
            head.method,
            target.path,
            query: target.query,
            fields: head.fields,
            remoteAddress: remoteAddress,
            isSecure: loop.settings.certificate != nil
        )
        switch head.body {
        case .length(let length):
            guard length <= limits.bodyBytes else {
                phase = .body(request)
                throw .bodyTooLarge
            }
            // What is announced need not come.
            request.body.reserveCapacity(min(length, 16 * 1024))
        case .chunked:
            // The library takes a bare line feed for the end of a chunk's size, where a proxy may not: nothing that
            // follows is to be trusted.
            isLast = true
        }
        return request
    }

    private func refuse(_ refusal: Refusal) -> Bool {
        loop.settings.logger.log(
            .info,
            "request refused",
            [
                ("status", .integer(Int64(refusal.status))),
                ("reason", .string(refusal.reason)),
                ("remote", .string(remoteAddress)),
            ]
        )
        isLast = true
        return answer(wording(of: refusal))
    }

    private func append(_ part: UnsafeRawBufferPointer) -> Bool {
        guard case .body(var request) = phase else { return false }
        // The body must have one owner, or it is copied for each part.
        phase = .waiting
        guard request.body.count + part.count <= loop.settings.limits.bodyBytes else {
            request.body = []
            phase = .body(request)
            cut(saying: .bodyTooLarge)
            return false
        }
        unsafe request.body.append(contentsOf: part)
        phase = .body(request)
        return true
    }

    /// Hands the request to the responder, and runs its handler up to where it first waits.
    private func start(_ request: Request) -> Bool {
        deadline = .never
        phase = .handling(nil)
        loop.handlers += 1
        let handler = Task(executorPreference: loop) { [self] in
            let response = await loop.settings.responder.respond(to: request)
            finish(with: response)
        }
        loop.runJobs()
        if let response { return answer(response) }
        phase = .handling(handler)
        isSuspended = true
        unsafe MHD_suspend_connection(handle)
        return true
    }

    private func finish(with response: Response) {
        loop.handlers -= 1
        guard !isClosed else { return }
        self.response = response
        resume()
    }

    /// Gives an answer to the library.
    private func answer(_ response: Response) -> Bool {
        phase = .answering
        deadline = loop.now + loop.deadlines.body
        return unsafe response.queue(on: handle, isLast: isLast || loop.isClosing)
    }
}
