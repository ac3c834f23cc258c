import Foundation
import CardeaHTTPTransport

/// Returns the head of a response at once, and leaves the body to its reader.
final class StreamedResponseReceiver: ResponseReceiver {
    typealias Completion = CheckedContinuation<Result<ResponseHead, TransportError>, Never>

    private var completion: Completion?
    private let body: ArrivingBody

    init(_ body: ArrivingBody, _ completion: Completion) {
        self.body = body
        self.completion = completion
    }

    func receive(_ head: ResponseHead) {
        completion?.resume(returning: .success(head))
        completion = nil
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Reception {
        guard body.hasSpace() else { return .notYet }
        body.receive(unsafe Data(bytes))
        return .taken
    }

    func end(_ failure: TransportError?) {
        if let failure { completion?.resume(returning: .failure(failure)) }
        body.end(failure)
    }
}
