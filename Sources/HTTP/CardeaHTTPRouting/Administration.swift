import CardeaHTTPMessages
import CardeaLocks
package import CardeaLogging

/// One administrative operation for the log: its actor, its action and its target.
package final class Administration: Sendable {
    /// The operation, such as `users.delete`.
    package let action: String
    /// The sender: `kind` and what identifies it.
    package let actor: [String: String]
    private let objects = Mutex<[String: String]>([:])

    /// - Parameters:
    ///   - action: The name of the operation.
    ///   - actor: The sender.
    package init(_ action: String, by actor: [String: String]) {
        self.action = action
        self.actor = actor
    }

    /// The objects that the operation is about, by their kind: `project`, `user`, `app`.
    package var target: [String: String] { objects.withLock { $0 } }

    /// Notes an object.
    ///
    /// - Parameters:
    ///   - kind: Its kind.
    ///   - id: Its ID.
    ///   - isNew: Whether the operation has created it, so that its ID counts instead of a name of the request.
    package func note(_ kind: String, _ id: String, isNew: Bool = false) {
        // Own texts.
        objects.withLock { if isNew || $0[kind] == nil { $0[kind] = id } }
    }
}

/// Writes one line for each administrative operation.
struct AdministrationLog: Sendable {
    let logger: Logger

    /// Writes the line if the response is that of an administrative operation; that of a stream follows its end.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request's ID.
    ///   - remote: The client's address.
    ///   - method: The method of the request.
    func write(_ response: inout Response, request: String, remote: String, _ method: RequestMethod) {
        guard let record = response.record, record.administration != nil else { return }
        let status = response.status
        let write: @Sendable (String, String?) -> Void = { outcome, cause in
            self.write(
                record,
                outcome: outcome,
                status: status,
                cause: cause,
                request: request,
                remote: remote,
                reads: method == .get || method == .head
            )
        }
        guard let stream = response.stream, method != .head else {
            return write(status < 400 ? "succeeded" : status < 500 ? "rejected" : "failed", nil)
        }
        response.stream = ResponseStream { writer in
            do {
                try await stream.run(writer)
                write("succeeded", nil)
            } catch {
                let isCut = error is CancellationError
                write("failed", isCut ? "the connection ended before the last part" : "\(error)")
                throw error
            }
        }
    }

    private func write(
        _ record: RequestRecord,
        outcome: String,
        status: Int,
        cause: String?,
        request: String,
        remote: String,
        reads: Bool
    ) {
        guard let administration = record.administration else { return }
        var metadata: Logger.Metadata = [
            "action": .string(administration.action),
            "actor": .dictionary(administration.actor.mapValues { .string(LogText.cut($0)) }),
            "target": .dictionary(administration.target.mapValues { .string(LogText.cut($0)) }),
            "outcome": .string(outcome), "status": .stringConvertible(status),
            "remote": .string(remote), "request": .string(request),
        ]
        if let code = record.code { metadata["code"] = .string(code) }
        if let cause { metadata["cause"] = .string(cause) }
        logger.log(level: reads ? .info : .notice, "administration", metadata: metadata)
    }
}

/// Logs administrative operations, for a site without an access log.
package struct AdministrationMonitor: Middleware {
    private let log: AdministrationLog

    package init(logger: Logger) { log = AdministrationLog(logger: logger) }

    package func handle(_ request: Request, next: any Responder) -> FutureResponse {
        let (log, id, remote, method) = (log, request.id, request.remoteAddress, request.method)
        return next.handle(request).map { log.write(&$0, request: id, remote: remote, method) }
    }
}

/// Texts of clients in the log.
package enum LogText {
    private static let longest = 200

    /// At most 200 bytes of a text; the log escapes control characters itself.
    package static func cut(_ text: String) -> String {
        guard text.utf8.count > longest else { return text }
        return String(decoding: text.utf8.prefix(longest), as: UTF8.self) + "…"
    }
}
