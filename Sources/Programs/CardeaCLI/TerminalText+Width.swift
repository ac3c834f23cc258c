extension TerminalText {
    /// The number of a terminal's columns that a text takes.
    ///
    /// Chinese, Japanese and Korean characters and emoji take two (UAX #11).
    static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

    private static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        let isEmoji =
            first.properties.isEmojiPresentation
            || first.properties.isEmoji && character.unicodeScalars.contains("\u{FE0F}")
        return isEmoji || wide.contains { $0.contains(first.value) } ? 2 : 1
    }

    /// The blocks of the characters that are wide or fullwidth.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF,
        0x20000...0x3FFFD,
    ]
}
