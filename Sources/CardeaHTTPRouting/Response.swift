package import CardeaHTTPMessages

/// A whole HTTP response.
package struct Response: Sendable {
    package var status: Int
    package var fields: HeaderFields
    package var body: [UInt8]
    /// The pattern of the request's route, for the access log; `nil` if it has none.
    package var route: String?
    /// The record, if there is one: as one word, it costs a response that is moved nothing.
    private var noted: [RequestRecord] = []

    /// The members of the request's log line that not every request has.
    package var record: RequestRecord {
        get { noted.first ?? RequestRecord() }
        set { noted = [newValue] }
    }

    package init(status: Int = 200, fields: HeaderFields = HeaderFields(), body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
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
