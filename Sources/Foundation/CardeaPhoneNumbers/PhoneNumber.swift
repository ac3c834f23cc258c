import CCardeaPhoneNumbers

/// A phone number in the form in which numbers are stored and compared: `+` and up to 15 digits (ITU-T E.164).
package struct PhoneNumber: Sendable, Hashable, CustomStringConvertible {
    /// The number in E.164 form.
    package let description: String
    /// The region (ISO 3166-1 alpha-2) of the number; `001` if it belongs to no country.
    ///
    /// If several regions share a calling code and no numbering plan knows the number: the main region of the code.
    package let region: String
    /// Whether a numbering plan has the number.
    ///
    /// A new number may be absent: the plans are as old as the library.
    package let isAssigned: Bool
    /// Whether messages to the number reach a person.
    ///
    /// Premium-rate, shared-cost and personal (follow-me) numbers earn by each message; pagers and voicemail have no reader.
    package let reachesPerson: Bool

    /// Reads a number: digits of any script, with spaces, hyphens, dots, slashes and parentheses between them.
    ///
    /// The first call loads the numbering plans, which takes some milliseconds.
    ///
    /// - Parameters:
    ///   - text: The number, which begins with `+` if there is no region.
    ///   - region: The region (ISO 3166-1 alpha-2) in which a number without `+` is dialled.
    /// - Throws: The reason why the text is not a number that can receive messages.
    package init(_ text: String, region: String? = nil) throws(PhoneNumberError) {
        guard text.utf8.count <= Self.longestText else { throw .tooLong }
        guard Self.hasOnlyDigitsAndSeparators(text) else { throw .malformed }
        if let region, !Self.isRegion(region) { throw .unknownCountry }
        var found = cardea_phone_number()
        let bytes = Array(text.utf8)
        let status = unsafe bytes.withUnsafeBytes { bytes in
            unsafe cardea_phone_parse(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                bytes.count,
                region ?? "",
                &found
            )
        }
        if let error = PhoneNumberError(status) { throw error }
        description = unsafe withUnsafeBytes(of: found.e164) { unsafe Self.text($0) }
        self.region = unsafe withUnsafeBytes(of: found.region) { unsafe Self.text($0) }
        isAssigned = found.is_assigned != 0
        reachesPerson = found.reaches_person != 0
    }

    /// Whether a text has the form of a region: two letters from `A` to `Z`.
    package static func isRegion(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { (65...90).contains($0) }
    }

    /// The regions of the numbering plans; empty if the library fails.
    package static var regions: [String] {
        var text = [CChar](repeating: 0, count: 4096)
        let fits = unsafe text.withUnsafeMutableBufferPointer { text in
            unsafe cardea_phone_regions(text.baseAddress, text.count)
        }
        guard fits != 0 else { return [] }
        let bytes = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
    }

    /// In bytes of UTF-8.
    private static let longestText = 64

    /// The library also reads letters (`1-800-FLOWERS`), extensions and URIs; each has a second meaning.
    private static func hasOnlyDigitsAndSeparators(_ text: String) -> Bool {
        let number = text.unicodeScalars.drop { $0 == "+" || $0 == "\u{FF0B}" }
        guard text.unicodeScalars.count - number.count <= 1 else { return false }
        return number.allSatisfy { $0.properties.numericType == .decimal || separators.contains($0) }
    }

    private static let separators: Set<Unicode.Scalar> = [
        " ", "-", ".", "/", "(", ")", "\u{A0}", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{3000}",
    ]

    /// The text before the first NUL.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// The reason why a text is not a phone number.
package enum PhoneNumberError: Error, Sendable, Equatable {
    /// It has characters or a form that numbers do not have.
    case malformed
    /// The calling code of the country is missing or not assigned, or the region is unknown.
    case unknownCountry
    case tooShort
    case tooLong
    /// The country has no numbers of this length.
    case invalidLength
    /// The library failed.
    case failed
}

extension PhoneNumberError {
    /// - Returns: `nil` if there is no error.
    fileprivate init?(_ status: cardea_phone_status) {
        switch status {
        case cardea_phone_ok: return nil
        case cardea_phone_not_a_number: self = .malformed
        case cardea_phone_unknown_country: self = .unknownCountry
        case cardea_phone_too_short: self = .tooShort
        case cardea_phone_too_long: self = .tooLong
        case cardea_phone_invalid_length: self = .invalidLength
        default: self = .failed
        }
    }
}
