public import Foundation
public import CardeaHTTPMessages

/// A whole HTTP response as a client received it.
public struct CardeaResponse: Sendable, Equatable {
    /// The status code (RFC 9110 §15).
    public var status: Int
    /// Header fields.
    public var fields: HeaderFields
    /// The content; empty for none.
    public var body: Data

    /// Creates a response.
    public init(status: Int, fields: HeaderFields = [:], body: Data = Data()) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}
