import Foundation
import CardeaHTTPTransport

/// Gathers an answer, and hands it over when all of it is there.
final class WholeAnswer: AnswerReceiver {
    typealias Answer = CheckedContinuation<Result<CardeaResponse, TransportError>, Never>

    private let maximumBytes: Int
    private let answer: Answer
    private var response = CardeaResponse(status: 0)

    init(maximumBytes: Int, _ answer: Answer) {
        self.maximumBytes = maximumBytes
        self.answer = answer
    }

    func receive(_ head: ResponseHead) {
        response = CardeaResponse(status: head.status, fields: head.fields)
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Reception {
        guard response.body.count + bytes.count <= maximumBytes else { return .tooMany }
        if response.body.isEmpty {
            // Most answers come in one piece; making room for more takes longer than all the rest.
            response.body = unsafe Data(bytes)
        } else {
            unsafe response.body.append(contentsOf: bytes)
        }
        return .taken
    }

    func end(_ failure: TransportError?) {
        answer.resume(returning: failure.map(Result.failure) ?? .success(response))
    }
}
