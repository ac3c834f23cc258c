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

struct HTTPField: Sendable {
    struct Name: Sendable, Hashable {
        let rawName: String
        init?(_ name: String) { rawName = name }

        static func == (one: Self, other: Self) -> Bool {
            one.rawName.lowercased() == other.rawName.lowercased()
        }
        func hash(into hasher: inout Hasher) { hasher.combine(rawName.lowercased()) }
    }

    let name: Name
    var value: String
}

enum HTTPTypes {
    struct HeaderFields: Sendable, Sequence {
        private var fields: [HTTPField] = []

        subscript(name: HTTPField.Name) -> String? {
            get { fields.first { $0.name == name }?.value }
            set {
                fields.removeAll { $0.name == name }
                if let newValue { fields.append(HTTPField(name: name, value: newValue)) }
            }
        }

        func makeIterator() -> IndexingIterator<[HTTPField]> { fields.makeIterator() }
    }

    struct HTTPRequest: Sendable {
        struct Method: Sendable { let rawValue: String }

        var method = Method(rawValue: "GET")
        var path: String?
        var headerFields = HeaderFields()
    }

    struct HTTPResponse: Sendable {
        struct Status: Sendable { let code: Int }

        let status: Status
        var headerFields = HeaderFields()
    }
}
