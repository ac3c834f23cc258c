/// `application/x-www-form-urlencoded` (WHATWG URL §5).
package enum FormCoding {
    /// - Returns: The pairs in order; `nil` if a pair has a broken escape or is not UTF-8.
    package static func decode(_ body: some Collection<UInt8>) -> [(name: String, value: String)]? {
        decode(Array(body))
    }

    /// Decodes a body like the other `decode`, without a copy of it.
    package static func decode(_ body: [UInt8]) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        var rest = body[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
            let pair = rest[..<end]
            rest = rest[end...].dropFirst()
            guard !pair.isEmpty else { continue }
            let middle = pair.firstIndex(of: UInt8(ascii: "=")) ?? end
            guard let name = PercentEncoding.decode(pair[..<middle], plusIsSpace: true),
                let value = PercentEncoding.decode(pair[middle...].dropFirst(), plusIsSpace: true)
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }

    package static func encode(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
            .joined(separator: "&")
    }
}
