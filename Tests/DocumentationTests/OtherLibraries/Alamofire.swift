import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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

struct HTTPHeader: Sendable {
    let name: String
    let value: String
}

extension HTTPURLResponse {
    var headers: [HTTPHeader] {
        allHeaderFields.compactMap { name, value in
            guard let name = name as? String, let value = value as? String else { return nil }
            return HTTPHeader(name: name, value: value)
        }
    }
}

struct Request: Sendable {
    var request: URLRequest?
    var retryCount = 0
}

/// The result of validation.
struct AFError: Error {
    let underlyingError: (any Error)?
}

extension Error {
    var asAFError: AFError? { self as? AFError }
}

protocol RedirectHandler: Sendable {}

struct Redirector: RedirectHandler {
    static let doNotFollow = Redirector()
}

struct Session: Sendable {
    let interceptor: any RequestInterceptor
    /// Responds to a request with a status and a body.
    let send: @Sendable (URLRequest) -> (Int, Data)

    init(
        interceptor: any RequestInterceptor,
        redirectHandler: (any RedirectHandler)? = nil,
        send: @escaping @Sendable (URLRequest) -> (Int, Data) = { _ in (200, Data()) }
    ) {
        (self.interceptor, self.send) = (interceptor, send)
    }

    func request(_ url: URL) -> DataRequest { DataRequest(session: self, url: url) }
}

struct DataRequest: Sendable {
    typealias Validation = @Sendable (URLRequest?, HTTPURLResponse, Data?) -> Result<Void, any Error>

    let session: Session
    let url: URL
    private var validations: [Validation] = []

    init(session: Session, url: URL) { (self.session, self.url) = (session, url) }

    func validate(_ validation: @escaping Validation) -> Self {
        var request = self
        request.validations.append(validation)
        return request
    }

    /// The status that the caller gets in the end.
    func status() async throws -> Int {
        var request = Request()
        while true {
            let adapted = try await withCheckedThrowingContinuation { response in
                session.interceptor.adapt(URLRequest(url: url), for: session) { response.resume(with: $0) }
            }
            request.request = adapted
            let (status, data) = session.send(adapted)
            guard
                let response = HTTPURLResponse(
                    url: url,
                    statusCode: status,
                    httpVersion: nil,
                    headerFields: nil
                )
            else { throw URLError(.badServerResponse) }
            let failure = validations.lazy.compactMap { validate -> (any Error)? in
                if case .failure(let error) = validate(adapted, response, data) { error } else { nil }
            }.first
            guard let failure else { return response.statusCode }
            let error = AFError(underlyingError: failure)
            let decision = await withCheckedContinuation { response in
                session.interceptor.retry(request, for: session, dueTo: error) {
                    response.resume(returning: $0)
                }
            }
            switch decision {
            case .retry: request.retryCount += 1
            case .doNotRetry: throw error
            case .doNotRetryWithError(let error): throw error
            }
        }
    }
}
