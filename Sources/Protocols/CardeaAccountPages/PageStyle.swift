import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting

/// The stylesheet of the pages.
///
/// The query `accent` names the colour of an app. Colours of buttons are made from it that can be read on light and on dark.
enum PageStyle {
    static let path = "/auth/style.css"

    static func address(accent: String?) -> String { accent.map { "\(path)?accent=\($0)" } ?? path }

    static func respond(to request: Request) -> Response {
        let accent = request.queryItems["accent"].flatMap { Color(hexadecimal: $0) }
        return Response(
            fields: [.contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=3600"],
            body: Array((sheet + (accent.map(rules) ?? "")).utf8)
        )
    }

    /// The variables of an app's colour.
    private static func rules(of accent: Color) -> String {
        let light = accent.darkened(until: 4.5, on: .white)
        let dark = accent.lightened(until: 7, on: .darkCard)
        return """
            :root { --accent: \(light.css); --accent-ink: #fff; --focus: \(light.css) }
            @media (prefers-color-scheme: dark) {
            :root { --accent: \(dark.css); --accent-ink: #121211; --focus: \(dark.css) }
            }

            """
    }

    private static let sheet = """
        :root { color-scheme: light dark; --paper: #f7f6f3; --card: #fff; --sunk: #f4f2ee; --line: #e6e3dc; --edge: #8b867c; \
        --ink: #1c1b18; --dim: #55524b; --accent: #2a4b9b; --accent-ink: #fff; --focus: #2a4b9b; --bad: #ad261c }
        @media (prefers-color-scheme: dark) {
        :root { --paper: #121211; --card: #191917; --sunk: #21201e; --line: #2e2c29; --edge: #7b766c; \
        --ink: #eeece7; --dim: #b5b1a8; --accent: #a3b9f7; --accent-ink: #10182e; --focus: #a3b9f7; --bad: #f59a8d }
        }
        *, ::before, ::after { box-sizing: border-box }
        html { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; line-height: 1.5 }
        body { display: flex; flex-direction: column; min-height: 100vh; margin: 0; padding: 1.5rem 1rem; \
        background: var(--paper); color: var(--ink); overflow-wrap: anywhere }
        body:is(:lang(ja), :lang(zh), :lang(ko)) { line-height: 1.7; line-break: strict }
        body:lang(ko) { word-break: keep-all }
        h1, h2, p, ul { margin: 0; padding: 0 }
        h1 { font-size: 1.5rem; line-height: 1.3; text-wrap: balance }
        h2 { font-size: 1rem }
        ul { list-style: none }
        a { color: var(--accent) }
        .app { display: flex; gap: 0.75rem; align-items: center; width: min(100%, 26rem); margin: auto auto 1.25rem; \
        font-size: 1.0625rem; font-weight: 600 }
        .logo { width: 2.5rem; height: 2.5rem; object-fit: contain; border-radius: 11px }
        .card { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem; width: min(100%, 26rem); \
        margin: 0 auto; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 16px }
        .card form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.1rem }
        h1 + .dim { margin-top: -0.9rem }
        .dim, .note, .rules, .hint, .foot { color: var(--dim) }
        .note, .rules, .hint, .foot, label { font-size: 0.875rem }
        .note { padding-top: 1.25rem; border-top: 1px solid var(--line) }
        .who { padding: 0.6rem 0.8rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 7px; \
        font-weight: 600 }
        .field { display: grid; gap: 0.3rem }
        label { font-weight: 600 }
        .check { display: flex; gap: 0.55rem; align-items: center; font-weight: 400 }
        input:not([type=checkbox]) { width: 100%; min-height: 2.875rem; padding: 0.3rem 0.8rem; font: inherit; color: inherit; \
        background: var(--card); border: 1px solid var(--edge); border-radius: 7px }
        input[aria-invalid=true] { border-color: var(--bad) }
        .error { color: var(--bad); font-size: 0.875rem; font-weight: 500 }
        .rules li::before { content: "\\25CB"; margin-inline-end: 0.45rem }
        button, .button { display: block; width: 100%; min-height: 2.875rem; padding: 0.6rem 1rem; font: inherit; \
        font-weight: 500; text-align: center; text-decoration: none; color: var(--accent-ink); background: var(--accent); \
        border: 1px solid transparent; border-radius: 7px; cursor: pointer }
        button:hover, .button:hover { filter: brightness(0.92) }
        .pick { color: var(--ink); background: none; border-color: var(--edge); text-align: start }
        .pick small { display: block; color: var(--dim) }
        summary { cursor: pointer }
        details[open] summary { margin-bottom: 1rem }
        :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 7px }
        .hidden { position: absolute; width: 1px; height: 1px; min-height: 0; padding: 0; border: 0; overflow: hidden; \
        clip-path: inset(50%); white-space: nowrap }
        .foot { width: min(100%, 26rem); margin: 1.25rem auto auto }
        .tape { margin: -1.5rem -1rem 1.5rem; padding: 0.5rem 1rem; text-align: center; font-weight: 600; color: #2b2100; \
        background: #f2cd5c; border-bottom: 1px solid transparent }
        @media (max-width: 30rem) {
        body { padding: 1rem 0; background: var(--card) }
        .app, .card, .foot { padding-inline: 1.25rem }
        .card { padding-block: 0; border: 0; border-radius: 0 }
        .tape { margin: -1rem 0 1rem }
        }
        @media print { button, .button { border-color: currentColor } }

        """
}

/// A colour of sRGB.
struct Color: Equatable, Sendable {
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
        mixed(with: Color(red: 0, green: 0, blue: 0), until: contrast, on: ground)
    }

    func lightened(until contrast: Double, on ground: Color) -> Color {
        mixed(with: .white, until: contrast, on: ground)
    }

    private func mixed(with end: Color, until contrast: Double, on ground: Color) -> Color {
        for step in 0...20 {
            let share = Double(step) / 20
            let mixed = Color(
                red: red + (end.red - red) * share,
                green: green + (end.green - green) * share,
                blue: blue + (end.blue - blue) * share
            )
            if mixed.contrast(to: ground) >= contrast { return mixed }
        }
        return end
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
