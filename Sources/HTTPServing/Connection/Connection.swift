import CMicrohttpd
import Glibc
import HTTPMessages
import HTTPRouting

/// A client's connection, and the request that is on it.
///
/// It belongs to its loop's thread: hence `@unchecked Sendable`.
@safe
final class Connection: @unchecked Sendable {
    enum Phase {
        /// No request line has arrived.
        case waiting
        /// The request line has arrived, the fields have not. The target had this length.
        case head(Result<RequestTarget, Refusal>, length: Int)
        case body(Request)
        /// The handler has the request. The connection is suspended, unless the answer comes at once.
        case handling(Task<Void, Never>?)
        case answering
    }

    let loop: EventLoop
    let remoteAddress: String
    /// The place in the loop's list.
    var index = 0
    var phase = Phase.waiting
    /// When the present phase must be over.
    var deadline: Milliseconds
    /// No request is taken after this one.
    var isLast = false
    /// What the handler has answered.
    var response: Response?
    var isSuspended = false
    private(set) var hasServed = false
    private(set) var isClosed = false
    private(set) var handle: OpaquePointer

    private let socket: Int32
    private let isAdmitted: Bool

    init(_ handle: OpaquePointer, on loop: EventLoop) {
        unsafe self.handle = unsafe handle
        self.loop = loop
        socket = unsafe cardea_connection_socket(handle)
        remoteAddress = unsafe RemoteAddress.text(of: cardea_connection_address(handle))
        deadline = loop.now + loop.deadlines.head
        isAdmitted = loop.settings.quota.admit(remoteAddress)
        if !isAdmitted { cut(saying: .tooManyConnections) }
    }

    /// A request has been answered; the next one may come.
    func complete() {
        phase = .waiting
        response = nil
        hasServed = true
        deadline = loop.now + loop.deadlines.idle
        if loop.isClosing { cut() }
    }

    /// The library closes the connection.
    func close() {
        isClosed = true
        loop.remove(self)
        if isAdmitted { loop.settings.quota.release(remoteAddress) }
    }
}

// MARK: - Ending it before its time

extension Connection {
    /// The deadline has passed.
    func expire() {
        switch phase {
        case .waiting, .answering: cut()
        case .head, .body: cut(saying: .timedOut)
        case .handling: break
        }
    }

    /// The loop ends: a connection with no request on it is not needed.
    func closeIfIdle() {
        if case .waiting = phase { cut() }
    }

    /// The loop's time is over.
    func abort() {
        cut()
        guard case .handling(let handler) = phase else { return }
        handler?.cancel()
        resume()
    }

    /// Ends the connection at the socket; the library notices, and closes it.
    ///
    /// - Parameter refusal: Told to the client where the library has no way to: while a request is still arriving.
    ///   Over TLS it cannot be told.
    func cut(saying refusal: Refusal? = nil) {
        deadline = .never
        if let refusal, loop.settings.certificate == nil {
            let answer = wording(of: refusal).closingMessage
            _ = unsafe answer.withUnsafeBytes { bytes in
                unsafe send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
        }
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// The answer that tells the client why its request, as far as it has come, is refused.
    func wording(of refusal: Refusal) -> Response {
        var request = Request(HTTPMethod(rawValue: ""), "", remoteAddress: remoteAddress)
        switch phase {
        case .head(.success(let target), _): (request.path, request.query) = (target.path, target.query)
        case .body(let head): request = head
        default: break
        }
        request.body = []
        return loop.settings.responder.refuse(request, refusal)
    }

    /// Lets the library go on with a suspended connection.
    func resume() {
        guard isSuspended else { return }
        isSuspended = false
        loop.hasResumed = true
        unsafe MHD_resume_connection(handle)
    }
}
