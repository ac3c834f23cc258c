extension [UInt8] {
    /// Appends text that is known when the program is built.
    package mutating func append(_ text: StaticString) {
        unsafe append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends the bytes of a number, the highest first.
    package mutating func append(bigEndian number: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: number.bigEndian) { unsafe append(contentsOf: $0) }
    }

    /// The number whose eight bytes begin at an index, the highest first.
    package func word(at index: Int) -> UInt64 {
        let bytes = span.extracting(index..<index + 8)
        var word: UInt64 = 0
        for index in bytes.indices { word = word << 8 | UInt64(bytes[index]) }
        return word
    }
}
