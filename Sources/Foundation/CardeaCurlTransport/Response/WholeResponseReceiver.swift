import Foundation
import CardeaHTTPTransport

/// Collects a response, and returns it when it is complete.
final class WholeResponseReceiver: ResponseReceiver {
    typealias Completion = CheckedContinuation<Result<CardeaResponse, TransportError>, Never>

    private let maximumBytes: Int
    private let completion: Completion
    private var response = CardeaResponse(status: 0)

    init(maximumBytes: Int, _ completion: Completion) {
        self.maximumBytes = maximumBytes
        self.completion = completion
    }

    func receive(_ head: ResponseHead) {
        response = CardeaResponse(status: head.status, fields: head.fields)
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Reception {
        guard response.body.count + bytes.count <= maximumBytes else { return .tooMany }
        if response.body.isEmpty {
            // Most responses arrive in one piece; reserving memory for more would take longer than everything else.
            response.body = unsafe Data(bytes)
        } else {
            unsafe response.body.append(contentsOf: bytes)
        }
        return .taken
    }

    func end(_ failure: TransportError?) {
        completion.resume(returning: failure.map(Result.failure) ?? .success(response))
    }
}
