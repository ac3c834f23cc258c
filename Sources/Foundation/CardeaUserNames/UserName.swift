import CCardeaICU

/// A user name in the form in which names are stored and compared: NFKC_Casefold (Unicode, section 3.13).
///
/// A name has 2 to 64 letters, marks and digits, and at least one letter. The characters `-`, `_` and `.` may be
/// between them. So no name is an e-mail address or a phone number. A name mixes scripts only as one language does (UTS
/// #39, highly restrictive): a Cyrillic `а` among Latin letters would look like another name.
package struct UserName: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// - Returns: `nil` if the text is not a user name.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longestText, let folded = Self.folded(text) else { return nil }
        let scalars = folded.unicodeScalars
        guard (2...64).contains(scalars.count), scalars.allSatisfy(Self.isAllowed),
            scalars.contains(where: { $0.properties.isAlphabetic }),
            let first = scalars.first, let last = scalars.last,
            !Self.separators.contains(first), !Self.isMark(first), !Self.separators.contains(last),
            Self.isOfOneLanguage(folded)
        else { return nil }
        description = folded
    }

    /// In bytes of UTF-8.
    private static let longestText = 256
    private static let separators: Set<Unicode.Scalar> = ["-", "_", "."]

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark, .decimalNumber:
            true
        default:
            separators.contains(scalar)
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }

    /// The same text for all names that look alike: `anna` and `аnna` with a Cyrillic `а` (UTS #39, section 4).
    ///
    /// A newer version of Unicode may give another text.
    package var skeleton: String {
        guard let skeleton = unsafe Self.converted(description, by: cardea_skeleton) else {
            preconditionFailure("a name of 64 characters has a skeleton")
        }
        return skeleton
    }

    /// The text in NFKC_Casefold.
    private static func folded(_ text: String) -> String? { unsafe converted(text, by: cardea_nfkc_casefold) }

    private static func converted(
        _ text: String,
        by convert: (UnsafePointer<UInt16>?, Int32, UnsafeMutablePointer<UInt16>?, Int32) -> Int32
    ) -> String? {
        let units = Array(text.utf16)
        // A character becomes at most 18 others (Unicode, table of expansion factors).
        var converted = [UInt16](repeating: 0, count: units.count * 18 + 1)
        let count = unsafe convert(units, Int32(units.count), &converted, Int32(converted.count))
        return count < 0 ? nil : String(decoding: converted.prefix(Int(count)), as: UTF16.self)
    }

    private static func isOfOneLanguage(_ text: String) -> Bool {
        let units = Array(text.utf16)
        return unsafe cardea_is_highly_restrictive(units, Int32(units.count))
    }
}
