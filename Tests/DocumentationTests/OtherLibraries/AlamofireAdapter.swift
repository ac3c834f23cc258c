import CardeaSession
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// EXAMPLE AlamofireAdapter
struct SessionInterceptor: RequestInterceptor {
    let engine: SessionEngine

    func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        guard let url = urlRequest.url else { return completion(.success(urlRequest)) }
        engine.authorize(CardeaRequest(.get, url)) { result in
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
        guard let rejected = error.asAFError?.underlyingError as? RejectedResponse else {
            return completion(.doNotRetry)
        }
        engine.credentialForRetry(
            after: rejected.response,
            to: CardeaRequest(.get, rejected.url),
            sentWith: SessionCredential(accessToken: rejected.token),
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

/// A response that says that the token is no longer good, or not good enough.
struct RejectedResponse: Error {
    let response: CardeaResponse
    let url: URL
    let token: SessionSecret
}

extension DataRequest {
    /// Shows every response to the engine, whatever the app's own validation accepts.
    func validate(by engine: SessionEngine) -> Self {
        validate { request, response, data in
            guard let url = request?.url, let field = request?.value(forHTTPHeaderField: "Authorization")
            else { return .success(()) }
            var received = CardeaResponse(status: response.statusCode, body: data ?? Data())
            for header in response.headers {
                received.fields.append(HeaderFields.Name(header.name), header.value)
            }
            if engine.classify(received, to: CardeaRequest(.get, url)) == .accepted { return .success(()) }
            let token = SessionSecret(String(field.dropFirst("Bearer ".count)))
            return .failure(RejectedResponse(response: received, url: url, token: token))
        }
    }
}
// END

/// Sends with the app's interceptor, and returns a redirect to its caller: the engine does not see those that it follows.
private func makeSession(_ engine: SessionEngine) -> Session {
    // EXAMPLE AlamofireSession
    let session = Session(
        interceptor: SessionInterceptor(engine: engine),
        redirectHandler: Redirector.doNotFollow
    )
    // END
    return session
}
