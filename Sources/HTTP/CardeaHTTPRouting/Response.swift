package import CardeaHTTPMessages

/// An HTTP response.
package struct Response: Sendable {
    package var status: Int
    package var fields: HeaderFields
    package var body: [UInt8]
    /// The body, if it is made while it is sent; `body` is empty then.
    package var stream: ResponseStream?
    /// The pattern of the request's route, for the access log; `nil` if it has none.
    package var route: String?
    /// At most one record, as one word: a response is moved often, and many have no record.
    private var records: [RequestRecord] = []

    /// The members of the request's log line that not every request has.
    package var record: RequestRecord? { records.first }

    package init(status: Int = 200, fields: HeaderFields = HeaderFields(), body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Notes members of the request's log line.
    package mutating func note(_ change: (inout RequestRecord) -> Void) {
        if records.isEmpty { records = [RequestRecord()] }
        change(&records[0])
    }

    /// A response whose body is JSON text.
    package static func json(_ body: [UInt8], status: Int = 200) -> Response {
        Response(status: status, fields: [.contentType: "application/json; charset=utf-8"], body: body)
    }

    /// A response whose body is one line of plain text.
    package static func text(_ line: String, status: Int = 200) -> Response {
        Response(
            status: status,
            fields: [.contentType: "text/plain; charset=utf-8"],
            body: Array("\(line)\n".utf8)
        )
    }
}
