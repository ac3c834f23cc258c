import Foundation
import CardeaHTTPTransport

/// Hands the head of an answer over as soon as it is there, and leaves the body to its reader.
final class StreamedAnswer: AnswerReceiver {
    typealias Answer = CheckedContinuation<Result<ResponseHead, TransportError>, Never>

    private var answer: Answer?
    private let body: ArrivingBody

    init(_ body: ArrivingBody, _ answer: Answer) {
        self.body = body
        self.answer = answer
    }

    func receive(_ head: ResponseHead) {
        answer?.resume(returning: .success(head))
        answer = nil
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Reception {
        guard body.hasRoom() else { return .notYet }
        body.receive(unsafe Data(bytes))
        return .taken
    }

    func end(_ failure: TransportError?) {
        if let failure { answer?.resume(returning: .failure(failure)) }
        body.end(failure)
    }
}
