public import Foundation
public import CardeaHTTPMessages

/// A whole HTTP answer as a client received it.
public struct HTTPResponse: Sendable, Equatable {
    /// The status code (RFC 9110 §15).
    public var status: Int
    /// Header fields.
    public var fields: HTTPFields
    /// The content; empty for none.
    public var body: Data

    /// Creates an answer.
    public init(status: Int, fields: HTTPFields = [:], body: Data = Data()) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}
