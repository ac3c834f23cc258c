import CardeaEncodings
import CardeaSettings

/// The look of the pages that links lead to.
package struct PagePolicy: Sendable, Equatable {
    /// The longest logo, in bytes of its data URL.
    private static let maximumLogo = 32_768

    package var accentColor: String?
    package var logo: String?

    package init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "accentColor",
            \.accentColor,
            SettingRule("a colour such as #2a4b9b") { $0.map(isColor) ?? true },
            "The colour of buttons and links on the pages for users. It is made darker or lighter where it would be hard to read."
        ),
        Setting(
            "logo",
            \.logo,
            SettingRule(
                "a data URL of a PNG, JPEG, WebP or SVG image in Base64, of at most \(maximumLogo) bytes"
            ) { $0.map(isImage) ?? true },
            "The logo on the pages for users: a data URL such as `data:image/svg+xml;base64,…`."
        ),
    ]

    @Sendable private static func isColor(_ text: String) -> Bool {
        text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#")
            && text.utf8.dropFirst().allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }

    @Sendable private static func isImage(_ text: String) -> Bool {
        guard text.utf8.count <= maximumLogo else { return false }
        let beginnings = ["png", "jpeg", "webp", "svg+xml"].map { "data:image/\($0);base64," }
        return beginnings.contains { beginning in
            text.utf8.starts(with: beginning.utf8)
                && Base64.decode(text.utf8.dropFirst(beginning.utf8.count))?.isEmpty == false
        }
    }
}
