import CardeaEncodings

/// The rules for the texts of a profile.
package enum ProfileRules {
    /// At most 256 characters.
    package static func isDisplayName(_ text: String) -> Bool {
        text.utf8.count <= 4096 && text.count <= 256
    }

    /// A name without control characters and breaks of lines, which no name contains.
    package static func withoutControls(_ text: String) -> String {
        guard text.hasControlCharacters else { return text }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.filter { !String($0).hasControlCharacters })
        )
    }

    /// An absolute `http` or `https` address of at most 2048 bytes, without white space or control characters.
    package static func isPhotoURL(_ text: String) -> Bool {
        let lower = text.prefix(8).lowercased()
        guard let scheme = ["https://", "http://"].first(where: { lower.hasPrefix(exact: $0) }) else {
            return false
        }
        let bytes = text.utf8
        guard (scheme.utf8.count + 1...2048).contains(bytes.count) else { return false }
        return bytes.allSatisfy { $0 > 32 && $0 != 127 }
    }

    /// A number in the international form: `+` and 7 to 15 digits, the first not 0 (ITU-T E.164).
    package static func isPhoneNumber(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "+"), (8...16).contains(bytes.count), bytes[1] != 48 else {
            return false
        }
        return bytes.dropFirst().allSatisfy(ASCII.isDigit)
    }

    /// An id that an administrator chose: 1 to 128 bytes, without white space or control characters.
    package static func isUserID(_ id: UserID) -> Bool {
        let bytes = id.rawValue.utf8
        return (1...128).contains(bytes.count)
            && !id.rawValue.unicodeScalars.contains {
                $0.properties.isWhitespace || $0.properties.generalCategory == .control
            }
    }
}
