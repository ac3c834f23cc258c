public import Foundation
public import HTTPMessages

/// A whole HTTP answer as a client received it.
public struct HTTPResponse: Sendable, Equatable {
    public var status: Int
    public var fields: HTTPFields
    public var body: Data

    /// Creates an answer.
    public init(status: Int, fields: HTTPFields = [:], body: Data = Data()) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}
