import CardeaEncodings
package import CardeaHTTPMessages
package import CardeaLogging

/// Gives each request an ID.
///
/// The response names it as `x-request-id`, and each log line about the request has it.
package struct RequestIdentifiers: Middleware {
    /// The ID of the request that the current task works on.
    @TaskLocal private static var current: String?

    /// Adds the ID of the request to each log line of its task.
    package static let metadataProvider = Logger.MetadataProvider {
        current.map { ["request": .string($0)] } ?? [:]
    }

    private let random: @Sendable () -> UInt64

    /// - Parameter random: Makes the IDs.
    package init(random: @escaping @Sendable () -> UInt64) {
        self.random = random
    }

    package func handle(_ request: Request, next: any Responder) -> FutureResponse {
        var request = request
        request.id = request.fields[.requestID].flatMap(Self.accepted) ?? generated()
        let id = request.id
        return next.handle(request)
            .within { work in await Self.$current.withValue(id) { await work() } }
            .map { $0.fields.append(.requestID, id) }
    }

    /// A client's own ID, if it cannot garble a log: at most 64 letters, digits, `-`, `_` and `.`.
    private static func accepted(_ id: String) -> String? {
        let isPlain = id.utf8.allSatisfy {
            ASCII.isAlphanumeric($0) || "-._".utf8.contains($0)
        }
        return isPlain && (1...64).contains(id.utf8.count) ? id : nil
    }

    /// Fifteen hexadecimal digits, the first of which is never zero: a longer string would need the heap.
    private func generated() -> String {
        String(random() >> 4 | 1 << 59, radix: 16)
    }
}

extension HeaderFields.Name {
    /// Names a request in the logs of all who handle it.
    package static let requestID: Self = "x-request-id"
}
