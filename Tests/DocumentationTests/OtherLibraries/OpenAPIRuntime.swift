import Foundation

// The declarations of Swift OpenAPI's runtime, and of HTTPTypes, that its adapter meets: the project fetches no
// packages, and compiles and tries the adapter against these.

protocol ClientMiddleware: Sendable {
    func intercept(
        _ request: HTTPTypes.HTTPRequest,
        body: HTTPBody?,
        baseURL: URL,
        operationID: String,
        next:
            @Sendable (HTTPTypes.HTTPRequest, HTTPBody?, URL) async throws -> (
                HTTPTypes.HTTPResponse, HTTPBody?
            )
    ) async throws -> (HTTPTypes.HTTPResponse, HTTPBody?)
}

struct HTTPBody: Sendable {
    enum IterationBehavior: Sendable { case single, multiple }
    let iterationBehavior: IterationBehavior
}

enum HTTPTypes {
    enum FieldName: Hashable { case authorization }

    struct HTTPRequest: Sendable {
        var headerFields: [FieldName: String] = [:]
    }

    struct HTTPResponse: Sendable {
        enum Status: Sendable { case ok, unauthorized }
        let status: Status
    }
}
