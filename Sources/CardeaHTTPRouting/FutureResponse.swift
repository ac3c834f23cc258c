/// A response that is ready, or the work that makes it.
///
/// A handler that does not wait gives its response at once: no task is made for it.
package enum FutureResponse: Sendable {
    case ready(Response)
    /// Runs once, in a task.
    case pending(@Sendable () async -> Response)

    /// The response, once it is ready.
    package var value: Response {
        get async {
            switch self {
            case .ready(let response): response
            case .pending(let work): await work()
            }
        }
    }

    /// Changes the response, as soon as it is ready.
    package consuming func map(
        _ change: @escaping @Sendable (inout Response) -> Void
    ) -> FutureResponse {
        switch consume self {
        case .ready(var response):
            change(&response)
            return .ready(response)
        case .pending(let work):
            return .pending {
                var response = await work()
                change(&response)
                return response
            }
        }
    }
}
