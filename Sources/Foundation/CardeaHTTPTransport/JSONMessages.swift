public import Foundation
public import CardeaHTTPMessages

extension CardeaRequest {
    /// Creates a request with a JSON body, and with `Content-Type: application/json`.
    ///
    /// Names are written as the type declares them, unless `encoder` converts them.
    ///
    /// - Parameters:
    ///   - method: The method; `POST` by default.
    ///   - url: An absolute `http` or `https` address.
    ///   - value: The body.
    ///   - fields: Further header fields.
    ///   - encoder: Writes the body.
    /// - Throws: The errors of the encoder.
    public init(
        _ method: RequestMethod = .post,
        _ url: URL,
        json value: some Encodable,
        fields: HeaderFields = [:],
        encoder: JSONEncoder = JSONEncoder()
    ) throws {
        self.init(method, url, fields: fields, body: try encoder.encode(value))
        self.fields[.contentType] = "application/json"
    }
}

extension CardeaResponse {
    /// Whether the status is one of success, 200 to 299 (RFC 9110 §15.3).
    public var isSuccess: Bool { (200..<300).contains(status) }

    /// Reads a JSON body of a response with any status.
    ///
    /// Names are read as the type declares them, unless `decoder` converts them.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - decoder: Reads the body.
    /// - Returns: The value.
    /// - Throws: The errors of the decoder.
    public func json<Value: Decodable>(
        _ type: Value.Type = Value.self,
        decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: body)
    }
}
