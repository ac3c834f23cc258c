/// A pair of a form or of a query.
package typealias FormItem = (name: String, value: String)

/// `application/x-www-form-urlencoded` (WHATWG URL §5).
package enum FormCoding {
    /// - Returns: The pairs in order; `nil` if a pair has a broken escape or is not UTF-8.
    package static func decode(_ body: some Collection<UInt8>) -> [FormItem]? {
        decode(Array(body))
    }

    /// Decodes a body like the other `decode`, without a copy of it.
    package static func decode(_ body: [UInt8]) -> [FormItem]? {
        var pairs: [FormItem] = []
        pairs.reserveCapacity(4)
        let bytes = body.span
        var start = 0
        while start < bytes.count {
            var nameEnd = start
            while nameEnd < bytes.count, bytes[nameEnd] != UInt8(ascii: "="),
                bytes[nameEnd] != UInt8(ascii: "&")
            {
                nameEnd += 1
            }
            var end = nameEnd
            while end < bytes.count, bytes[end] != UInt8(ascii: "&") { end += 1 }
            defer { start = end + 1 }
            guard start < end else { continue }
            guard let name = PercentEncoding.decode(body[start..<nameEnd], plusIsSpace: true),
                let value = PercentEncoding.decode(body[nameEnd..<end].dropFirst(), plusIsSpace: true)
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }

    package static func encode(_ pairs: [FormItem]) -> String {
        pairs.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
            .joined(separator: "&")
    }
}

/// Names are compared byte by byte, as browsers and other servers do.
extension [FormItem] {
    /// The first value of a name.
    package subscript(name: String) -> String? { first { $0.name.exact == name.exact }?.value }

    /// All values of a name.
    package func values(of name: String) -> [String] {
        filter { $0.name.exact == name.exact }.map(\.value)
    }

    /// Whether a name comes twice: two readers could each take another one.
    package var hasRepeatedName: Bool { count > 1 && Set(map(\.name.exact)).count < count }
}
