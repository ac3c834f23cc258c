/// A response that is ready, or the work that makes it.
///
/// A handler that does not wait gives its response at once: no task is made for it.
package enum FutureResponse: Sendable {
    package typealias Change = @Sendable (inout Response) -> Void
    package typealias Work = @Sendable () async -> Response

    case ready(Response)
    /// Work that runs once, in a task, and changes that are made to its response in this order.
    case pending(Work, then: [Change] = [])

    /// The response, once it is ready.
    package var value: Response {
        get async {
            switch self {
            case .ready(let response):
                return response
            case .pending(let work, let changes):
                var response = await work()
                for change in changes { change(&response) }
                return response
            }
        }
    }

    /// Changes the response, as soon as it is ready.
    package consuming func map(_ change: @escaping Change) -> FutureResponse {
        switch consume self {
        case .ready(var response):
            change(&response)
            return .ready(response)
        case .pending(let work, var changes):
            // One allocation serves the changes of all middleware.
            if changes.isEmpty { changes.reserveCapacity(6) }
            changes.append(change)
            return .pending(work, then: changes)
        }
    }

    /// Runs the work, if there is any, inside of a function.
    package consuming func within(
        _ surround: @escaping @Sendable (_ work: Work) async -> Response
    ) -> FutureResponse {
        switch consume self {
        case .ready(let response): .ready(response)
        case .pending(let work, let changes): .pending({ await surround(work) }, then: changes)
        }
    }
}
