/// `application/x-www-form-urlencoded` (WHATWG URL §5).
package enum FormCoding {
    /// - Returns: The pairs in order, or `nil` when a pair cannot be decoded.
    package static func decode(_ body: some Collection<UInt8>) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        for pair in body.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard let name = PercentEncoding.decode(parts[0], plusIsSpace: true),
                let value = parts.count == 2 ? PercentEncoding.decode(parts[1], plusIsSpace: true) : ""
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
