import Foundation

// The declarations of Alamofire 5 that its adapter meets: the project fetches no packages, and compiles and
// tries the adapter against these. `Session` sends as Alamofire does: adapt, send, validate, retry.

protocol RequestInterceptor: Sendable {
    func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    )

    func retry(
        _ request: Request,
        for session: Session,
        dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    )
}

enum RetryResult: Sendable {
    case retry
    case doNotRetry
    case doNotRetryWithError(any Error)
}

/// Foundation's, as far as it is needed: on Linux that is in a module which would be linked for nothing else.
struct URLRequest: Sendable {
    let url: URL?
    var fields: [String: String] = [:]

    func value(forHTTPHeaderField name: String) -> String? { fields[name.lowercased()] }
    mutating func setValue(_ value: String?, forHTTPHeaderField name: String) {
        fields[name.lowercased()] = value
    }
}

struct HTTPURLResponse: Sendable {
    let statusCode: Int
}

struct Request: Sendable {
    var request: URLRequest?
    var response: HTTPURLResponse?
    var retryCount = 0
}

/// What validation reports of a status other than 200 to 299.
struct AFError: Error {}

struct Session: Sendable {
    let interceptor: any RequestInterceptor
    let send: @Sendable (URLRequest) -> Int

    /// The status that the caller gets in the end.
    func request(_ url: URL) async throws -> Int {
        var request = Request()
        while true {
            let adapted = try await withCheckedThrowingContinuation { answer in
                interceptor.adapt(URLRequest(url: url), for: self) { answer.resume(with: $0) }
            }
            request.request = adapted
            let status = send(adapted)
            request.response = HTTPURLResponse(statusCode: status)
            if (200..<300).contains(status) { return status }
            let decision = await withCheckedContinuation { answer in
                interceptor.retry(request, for: self, dueTo: AFError()) { answer.resume(returning: $0) }
            }
            switch decision {
            case .retry: request.retryCount += 1
            case .doNotRetry: return status
            case .doNotRetryWithError(let error): throw error
            }
        }
    }
}
