import CardeaHTTPMessages
import CardeaHTTPRouting

/// Where a request ends, whom it is for, and what follows it: the fields on which a proxy and this server must not
/// disagree (RFC 9112 §3.2, §6.3, §9.3).
struct MessageFraming {
    /// The way in which a message gives the length of its body.
    enum Body: Equatable {
        case length(Int)
        case chunked
    }

    /// Whether the client waits for `100 Continue`.
    private(set) var expectsContinue = false
    private var host: String?
    private var contentLength: Int?
    private var isChunked = false
    private var asksToClose = false
    private var asksToKeep = false

    /// Takes notice of a field.
    mutating func note(_ name: HeaderFields.Name, _ value: String) throws(RequestError) {
        // Most names have none of these lengths, and need no comparison.
        switch name.description.utf8.count {
        case 4 where name == .host: try noteHost(value)
        case 6 where name == .expect: expectsContinue = value.utf8.isWord("100-continue")
        case 10 where name == .connection: noteConnection(value)
        case 14 where name == .contentLength: try noteLength(value)
        case 17 where name == .transferEncoding: try noteCoding(value)
        default: break
        }
    }

    /// Judges the fields together, once all were noticed.
    ///
    /// - Parameter isHTTP10: Whether the request is of HTTP/1.0, which has no chunks and needs no Host.
    /// - Returns: The length of the body.
    /// - Throws: When the fields contradict each other.
    func body(isHTTP10: Bool) throws(RequestError) -> Body {
        guard isHTTP10 || host != nil else { throw .malformed("Host is missing.") }
        guard isChunked else { return .length(contentLength ?? 0) }
        // Either alone is clear; both together is how requests are smuggled (RFC 9112 §11.2).
        guard contentLength == nil else { throw .malformed("Both Content-Length and Transfer-Encoding.") }
        guard !isHTTP10 else { throw .malformed("HTTP/1.0 has no transfer codings.") }
        return .chunked
    }

    /// Whether the connection stays open after the response (RFC 9112 §9.3).
    func keepsAlive(isHTTP10: Bool) -> Bool {
        !asksToClose && (asksToKeep || !isHTTP10)
    }

    private mutating func noteHost(_ value: String) throws(RequestError) {
        guard host == nil else { throw .malformed("More than one Host.") }
        guard value.utf8.allSatisfy(Self.isHostCharacter) else { throw .malformed("Malformed Host.") }
        host = value
    }

    private mutating func noteConnection(_ value: String) {
        for option in value.utf8.split(separator: UInt8(ascii: ",")) {
            var option = option.drop(while: \.isWhiteSpace)
            while option.last?.isWhiteSpace == true { option.removeLast() }
            if option.isWord("close") { asksToClose = true }
            if option.isWord("keep-alive") { asksToKeep = true }
        }
    }

    private mutating func noteLength(_ value: String) throws(RequestError) {
        guard contentLength == nil else { throw .malformed("More than one Content-Length.") }
        guard value.utf8.allSatisfy({ (48...57).contains($0) }), let length = Int(value) else {
            throw .malformed("Malformed Content-Length.")
        }
        contentLength = length
    }

    private mutating func noteCoding(_ value: String) throws(RequestError) {
        guard !isChunked, value.utf8.isWord("chunked") else {
            throw .malformed("Unknown transfer coding.")
        }
        isChunked = true
    }

    /// The characters of a host and port (RFC 3986 §3.2.2, §3.2.3): no list, path, or user name.
    private static func isHostCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        case UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "%"): true
        default: false
        }
    }
}

extension Collection<UInt8> {
    /// Whether the bytes are a word in lower case, but for the case of ASCII letters.
    ///
    /// `lowercased()` would make a `k` of U+212A, and so read a coding that a proxy does not know.
    fileprivate func isWord(_ word: String) -> Bool {
        elementsEqual(word.utf8) { (65...90).contains($0) ? $0 | 0x20 == $1 : $0 == $1 }
    }
}
