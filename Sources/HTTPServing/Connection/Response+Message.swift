import HTTPMessages
import HTTPRouting

extension Response {
    /// The fields that say where an answer ends are the business of what writes it.
    static func isFraming(_ name: HTTPFieldName) -> Bool {
        switch name {
        case .contentLength, .transferEncoding, .connection: true
        default: false
        }
    }

    /// The whole message of an answer after which the connection is closed, for where it must be written by hand.
    var closingMessage: [UInt8] {
        let own = fields.filter { !Self.isFraming($0.name) }.map { "\($0.name): \($0.value)" }
        let framing = ["content-length: \(body.count)", "connection: close"]
        let head = ["HTTP/1.1 \(status) Refused"] + own + framing
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}
