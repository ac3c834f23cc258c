import CardeaEncodings
import Foundation
import CardeaHTTPMessages

extension CardeaRequest {
    /// Lets only a request pass that no part of can be mistaken for another part.
    ///
    /// - Parameter hasContent: Whether content goes with it.
    /// - Throws: `invalidRequest` for all others.
    package func validate(hasContent: Bool) throws(TransportError) {
        guard Self.isToken(method.rawValue), method != .head || !hasContent else {
            throw .invalidRequest("The method cannot be sent")
        }
        try validateAddress()
        for field in fields {
            let name = field.name.description
            guard Self.isToken(name), field.value.utf8.allSatisfy({ $0 == 9 || $0 >= 32 && $0 != 127 }) else {
                throw .invalidRequest("A header field has characters that are not allowed")
            }
            guard !Self.transportFields.contains(name.exact) else {
                throw .invalidRequest("The field \(name) belongs to the transport")
            }
        }
    }

    private func validateAddress() throws(TransportError) {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: true), !host.isEmpty, url.user == nil, url.password == nil
        else {
            throw .invalidRequest("The URL must be absolute, with http or https, and without credentials")
        }
        // Characters that are missing here could mean one thing to Foundation and another to the transport.
        let isPlain = url.absoluteString.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\")
        }
        guard isPlain else { throw .invalidRequest("The URL has characters that are not allowed") }
    }

    /// Fields that frame a message or rule the connection: with them one request could become two.
    private static let transportFields: Set<ExactText> = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    /// A `token` of RFC 9110 §5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(ASCII.isToken)
    }
}
