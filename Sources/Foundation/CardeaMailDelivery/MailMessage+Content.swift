import CardeaEncodings

extension MailMessage {
    /// The whole message (RFC 5322, RFC 2045): header fields and bodies of ASCII, with lines of at most 78 bytes.
    package var content: [UInt8] {
        var lines = header
        if let html {
            let boundary = "=_\(Hexadecimal.encode(id.utf8.prefix(24)))"
            lines += ["Content-Type: multipart/alternative; boundary=\"\(boundary)\"", ""]
            for (type, body) in [("plain", text), ("html", html)] {
                lines += ["--\(boundary)"] + Self.part(type, body)
            }
            lines += ["--\(boundary)--"]
        } else {
            lines += Self.part("plain", text)
        }
        return lines.flatMap { Array($0.utf8) + [13, 10] }
    }

    private var header: [String] {
        var fields = [
            "Date: \(MailDate.text(milliseconds: date))",
            HeaderText.field("From", name: senderName, address: sender),
            "To: <\(recipient)>",
        ]
        if let replyTo { fields.append("Reply-To: <\(replyTo)>") }
        fields += [
            HeaderText.field("Subject", subject),
            "Message-ID: <\(HeaderText.atom(id))@\(sender.domain)>",
            "Content-Language: \(HeaderText.atom(language))",
            // No vacation notice is sent for it (RFC 3834 §5).
            "Auto-Submitted: auto-generated",
            "X-Auto-Response-Suppress: All",
            "MIME-Version: 1.0",
        ]
        return fields
    }

    private static func part(_ type: String, _ body: String) -> [String] {
        [
            "Content-Type: text/\(type); charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
            "",
        ] + QuotedPrintable.lines(of: body)
    }
}

/// Text in header fields: nothing that it contains ends a line or begins another field.
enum HeaderText {
    /// A field of free text (RFC 5322 §2.2, RFC 2047).
    static func field(_ name: String, _ text: String) -> String {
        let text = singleLine(text)
        let line = "\(name): \(text)"
        return isPlain(text) && line.utf8.count <= 76 ? line : "\(name): \(encodedWords(text))"
    }

    /// A field with an address and the name of its owner.
    static func field(_ field: String, name: String, address: MailAddress) -> String {
        let name = singleLine(name)
        if name.isEmpty { return "\(field): <\(address)>" }
        let quoted = name.map { #"\""#.contains($0) ? "\\\($0)" : "\($0)" }.joined()
        let text = isPlain(name) && quoted.utf8.count <= 60 ? "\"\(quoted)\"" : encodedWords(name)
        return "\(field): \(text)\r\n <\(address)>"
    }

    /// Letters, digits, `-`, `.` and `_`; the rest is left out.
    static func atom(_ text: String) -> String {
        String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) })
    }

    /// Control characters and separators of lines become spaces.
    private static func singleLine(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        var line = String.UnicodeScalarView()
        line.append(contentsOf: scalars)
        return String(String(line).drop { $0 == " " })
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (32...126).contains($0) } && !text.contains("=?")
    }

    /// Encoded words with whole characters, one in each line; a line has at most 76 bytes (RFC 2047 §2).
    private static func encodedWords(_ text: String) -> String {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > 39 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { word in
            let padding = String(repeating: "=", count: (3 - word.count % 3) % 3)
            return "=?UTF-8?B?\(Base64.encodeUnpadded(word))\(padding)?="
        }.joined(separator: "\r\n ")
    }
}

/// Quoted-printable (RFC 2045 §6.7).
enum QuotedPrintable {
    private static let longestLine = 76

    /// The encoded lines of a text, whatever ends its lines.
    static func lines(of text: String) -> [String] {
        text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { encode(Array($0.utf8)) }
    }

    private static func encode(_ line: [UInt8]) -> [String] {
        var lines: [String] = []
        var current = ""
        for (index, byte) in line.enumerated() {
            let isLast = index == line.count - 1
            let isLiteral: Bool =
                switch byte {
                case UInt8(ascii: "="): false
                case UInt8(ascii: " "), UInt8(ascii: "\t"): !isLast
                default: (33...126).contains(byte)
                }
            let piece =
                isLiteral
                ? String(Unicode.Scalar(byte)) : "=" + Hexadecimal.encode([byte]).uppercased()
            // The last place of a line is kept for the mark of a soft line break.
            if current.utf8.count + piece.utf8.count > longestLine - 1 {
                lines.append(current + "=")
                current = ""
            }
            current += piece
        }
        return lines + [current]
    }
}

/// Dates of messages (RFC 5322 §3.3), in UTC.
enum MailDate {
    /// - Parameter milliseconds: A moment from 1970 on.
    /// - Returns: The date and the time.
    static func text(milliseconds: Int64) -> String {
        let time = CivilTime(secondsSince1970: Int(max(0, milliseconds / 1000)))
        return "\(time.weekdayName), \(time.day) \(time.monthName) \(time.year) \(time.clock) +0000"
    }
}
