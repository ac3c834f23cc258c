import CardeaHTTPRouting

/// The target of a request in its raw form (RFC 9112 §3.2): nothing is decoded or normalised.
struct RequestTarget: Equatable {
    let path: String
    let query: String?

    /// Reads origin-form (`/path?query`), absolute-form (`http://host/path`) and `*`.
    init(_ text: some Collection<UInt8>) throws(RequestError) {
        // Everything else must have been percent-encoded; a fragment is never sent.
        guard text.allSatisfy(Self.isCharacter) else {
            throw .malformed("The request target has a character that must be encoded.")
        }
        var rest = text[...]
        if text.first != UInt8(ascii: "/") && !text.elementsEqual("*".utf8) {
            rest = try Self.withoutOrigin(rest)
        }
        let mark = rest.firstIndex(of: UInt8(ascii: "?"))
        let path = String(decoding: rest[..<(mark ?? rest.endIndex)], as: UTF8.self)
        self.path = path.isEmpty ? "/" : path
        query = mark.map { String(decoding: rest[$0...].dropFirst(), as: UTF8.self) }
    }

    /// Whether a byte may be in a target.
    static func isCharacter(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "#")
    }

    /// The part behind scheme and authority, which a server of one origin does not use.
    private static func withoutOrigin<Text: Collection<UInt8>>(_ text: Text) throws(RequestError) -> Text
    where Text.SubSequence == Text {
        for scheme in ["http://", "https://"] where text.starts(with: scheme.utf8) {
            let authority = text.dropFirst(scheme.utf8.count)
            let end = authority.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
            return authority[(end ?? authority.endIndex)...]
        }
        throw .malformed("The request target is not a path.")
    }
}
