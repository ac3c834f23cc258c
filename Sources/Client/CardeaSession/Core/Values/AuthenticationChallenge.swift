package import CardeaEncodings

/// One challenge of a `WWW-Authenticate` field (RFC 9110 §11.6.1).
package struct AuthenticationChallenge: Sendable, Hashable {
    /// The scheme in lower case, such as `bearer`.
    package let scheme: String
    /// The parameters by their names in lower case; a `token68` has the empty name.
    package let parameters: [ExactText: String]

    /// The value of a parameter, by its name in lower case.
    package subscript(name: String) -> String? { parameters[name.exact] }

    /// Reads the challenges of all lines of the field.
    ///
    /// Reading a line ends where it can no longer be understood; the challenges before that count.
    package static func parse(_ values: [String]) -> [AuthenticationChallenge] {
        values.flatMap { value in
            var reader = ChallengeReader(value)
            return reader.challenges()
        }
    }
}

/// Reads challenges; a comma ends a parameter or a challenge, which only the next words tell.
private struct ChallengeReader {
    private let text: [UInt8]
    private var index = 0

    init(_ text: String) { self.text = Array(text.utf8) }

    mutating func challenges() -> [AuthenticationChallenge] {
        var challenges: [AuthenticationChallenge] = []
        var parameters: [ExactText: String] = [:]
        var scheme: String?
        func finished() -> [AuthenticationChallenge] {
            guard let scheme else { return challenges }
            return challenges + [AuthenticationChallenge(scheme: scheme, parameters: parameters)]
        }
        while true {
            skip { $0 == UInt8(ascii: ",") || Self.isSpace($0) }
            let word = token()
            guard !word.isEmpty else { return finished() }
            if scheme != nil, takeEqualsSign() {
                guard let value = next == UInt8(ascii: "\"") ? quoted() : token() else { return finished() }
                parameters[word.lowercased().exact] = value
                continue
            }
            challenges = finished()
            (scheme, parameters) = (word.lowercased(), [:])
            skip(while: Self.isSpace)
            if let token68 = token68() { parameters[""] = token68 }
        }
    }

    /// The text after the name of a parameter, with white space around it; not the text after the name of a scheme.
    private mutating func takeEqualsSign() -> Bool {
        let start = index
        skip(while: Self.isSpace)
        guard next == UInt8(ascii: "=") else {
            index = start
            return false
        }
        index += 1
        skip(while: Self.isSpace)
        return true
    }

    /// Reads `token68`, if the next word is one: it ends the challenge, and is not a name of a parameter.
    private mutating func token68() -> String? {
        let start = index
        let word = take(while: Self.isToken68)
        while next == UInt8(ascii: "=") { index += 1 }
        let padding = index - start - word.utf8.count
        skip(while: Self.isSpace)
        let isEnded = next == nil || next == UInt8(ascii: ",")
        if !word.isEmpty, isEnded { return word + String(repeating: "=", count: padding) }
        index = start
        return nil
    }

    private mutating func quoted() -> String? {
        index += 1
        var bytes: [UInt8] = []
        while let byte = next {
            index += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\"), let escaped = next else {
                bytes.append(byte)
                continue
            }
            bytes.append(escaped)
            index += 1
        }
        return nil
    }

    private mutating func token() -> String { take(while: ASCII.isToken) }

    private var next: UInt8? { index < text.count ? text[index] : nil }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while let next, isSkipped(next) { index += 1 }
    }

    private mutating func take(while isTaken: (UInt8) -> Bool) -> String {
        let start = index
        skip(while: isTaken)
        return String(decoding: text[start..<index], as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

    /// RFC 9110 §11.2.
    private static func isToken68(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || ASCII.isLetter(byte) || "-._~+/".utf8.contains(byte)
    }
}
