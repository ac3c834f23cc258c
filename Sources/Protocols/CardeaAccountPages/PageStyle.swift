import CardeaEncodings
import CardeaHTML
import CardeaHTTPMessages
import CardeaHTTPRouting

/// The stylesheet of the pages.
///
/// The query `accent` names the colour of an app. Colours of buttons are made from it that can be read on light and on dark.
enum PageStyle {
    static func address(accent: String?) -> String {
        accent.map { "\(PageShell.stylePath)?accent=\($0)" } ?? PageShell.stylePath
    }

    static func respond(to request: Request) -> Response {
        let accent = request.queryItems["accent"].flatMap { Color(hexadecimal: $0) }
        return .file(
            EmbeddedFile.bytes(of: "style.css") + (accent.map(rules) ?? "").utf8,
            "text/css; charset=utf-8"
        )
    }

    /// The variables of an app's colour, in the two lists of the stylesheet.
    private static func rules(of accent: Color) -> String {
        let light = accent.darkened(until: 4.5, on: .white)
        let dark = accent.lightened(until: 8, on: .darkCard)
        let pairs = [
            ("--accent", light, dark),
            ("--accent-hover", light.mixed(with: .black, 0.2), dark.mixed(with: .white, 0.3)),
            ("--accent-ink", .white, dark.mixed(with: .black, 0.85)),
            ("--accent-soft", .white.mixed(with: light, 0.12), .darkCard.mixed(with: dark, 0.22)),
            ("--focus", light, dark),
        ]
        let lights = pairs.map { "\($0.0): \($0.1.css);" }.joined(separator: " ")
        let both = pairs.map { "\($0.0): light-dark(\($0.1.css), \($0.2.css));" }.joined(separator: " ")
        return """

            :root { \(lights) }
            @supports (color: light-dark(#000, #fff)) { :root { \(both) } }

            """
    }
}

/// A colour of sRGB.
struct Color: Equatable, Sendable {
    static let black = Color(red: 0, green: 0, blue: 0)
    static let white = Color(red: 255, green: 255, blue: 255)
    static let darkCard = Color(red: 0x19, green: 0x19, blue: 0x17)

    let red, green, blue: Double

    /// Reads six hexadecimal digits; `nil` for other text.
    init?(hexadecimal text: String) {
        guard text.utf8.count == 6, text.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let number = Int(text, radix: 16)
        else { return nil }
        self.init(red: Double(number >> 16), green: Double(number >> 8 & 255), blue: Double(number & 255))
    }

    init(red: Double, green: Double, blue: Double) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    var css: String {
        let number = Int(red.rounded()) << 16 | Int(green.rounded()) << 8 | Int(blue.rounded())
        let digits = String(number, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// The contrast to another colour, from 1 to 21 (WCAG 2.2, "contrast ratio").
    func contrast(to other: Color) -> Double {
        let (mine, others) = (luminance, other.luminance)
        return (max(mine, others) + 0.05) / (min(mine, others) + 0.05)
    }

    func darkened(until contrast: Double, on ground: Color) -> Color {
        first(until: contrast, on: ground) { mixed(with: .black, $0) } ?? .black
    }

    /// A lighter colour: first a brighter one, so that it does not become grey, with more and more white.
    func lightened(until contrast: Double, on ground: Color) -> Color {
        let factor = 255 / max(red, green, blue, 1)
        let brightest = Color(red: red * factor, green: green * factor, blue: blue * factor)
        return first(until: contrast, on: ground) { share in
            mixed(with: brightest, min(2 * share, 1)).mixed(with: .white, share)
        } ?? .white
    }

    private func first(until contrast: Double, on ground: Color, _ color: (Double) -> Color) -> Color? {
        stride(from: 0, through: 1, by: 0.05).lazy.map(color).first { $0.contrast(to: ground) >= contrast }
    }

    /// The colour with a share of another one, from 0 to 1.
    func mixed(with other: Color, _ share: Double) -> Color {
        Color(
            red: red + (other.red - red) * share,
            green: green + (other.green - green) * share,
            blue: blue + (other.blue - blue) * share
        )
    }

    private var luminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    /// WCAG's relative luminance of one channel; the power 2.4 as `x² · x^0.4`, by Newton's method without a library of C.
    private static func linear(_ channel: Double) -> Double {
        let value = channel / 255
        guard value > 0.04045 else { return value / 12.92 }
        let base = (value + 0.055) / 1.055
        // base^2.4 = (base^12)^(1/5)
        let power = base * base * base * base * base * base * base * base * base * base * base * base
        var root = base
        for _ in 0..<32 { root = (4 * root + power / (root * root * root * root)) / 5 }
        return root
    }
}
