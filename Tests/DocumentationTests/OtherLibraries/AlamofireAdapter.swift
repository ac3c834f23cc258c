import CardeaSession
import Foundation

// EXAMPLE AlamofireAdapter
struct SessionInterceptor: RequestInterceptor {
    let engine: SessionEngine

    func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        guard let url = urlRequest.url else { return completion(.success(urlRequest)) }
        engine.authorize(HTTPRequest(.get, url)) { result in
            completion(
                Result {
                    var urlRequest = urlRequest
                    for field in try result.get().fields {
                        urlRequest.setValue(field.value, forHTTPHeaderField: field.name.description)
                    }
                    return urlRequest
                }
            )
        }
    }

    func retry(
        _ request: Request,
        for session: Session,
        dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        guard let url = request.request?.url, let status = request.response?.statusCode,
            let field = request.request?.value(forHTTPHeaderField: "Authorization")
        else { return completion(.doNotRetry) }
        engine.recover(
            from: HTTPResponse(status: status),
            to: HTTPRequest(.get, url),
            sentWith: Credential(accessToken: Secret(String(field.dropFirst("Bearer ".count)))),
            replays: request.retryCount
        ) { result in
            switch result {
            case .success(nil): completion(.doNotRetry)
            case .success: completion(.retry)
            case .failure(let error): completion(.doNotRetryWithError(error))
            }
        }
    }
}
// END
