import CardeaEncodings

/// A unit of time, and the lengths of time that people write: `90s`, `15m`, `2h`, `30d`.
package enum TimeUnit: Int, CaseIterable, Sendable {
    // In milliseconds.
    case milliseconds = 1
    case seconds = 1000
    case minutes = 60_000
    case hours = 3_600_000
    case days = 86_400_000

    private var symbol: String {
        switch self {
        case .milliseconds: "ms"
        case .seconds: "s"
        case .minutes: "m"
        case .hours: "h"
        case .days: "d"
        }
    }

    /// The values as in "must be *a length of time …*".
    package var expectation: String { "a length of time such as 15m or 30d, or a number of \(self)" }

    /// Reads a length of time; a number without a unit counts in this one.
    ///
    /// - Returns: The length in this unit; `nil` if the text has another form, or no whole number of this unit.
    package func count(in text: String) -> Int? { Int(text) ?? countWithSymbol(in: text) }

    /// Reads a length of time whose unit is written.
    package func countWithSymbol(in text: String) -> Int? {
        let digits = text.utf8.prefix(while: ASCII.isDigit)
        let symbol = text.utf8.dropFirst(digits.count)
        guard let count = Int(Substring(digits)),
            let unit = Self.allCases.first(where: { $0.symbol.utf8.elementsEqual(symbol) })
        else { return nil }
        let (milliseconds, overflows) = count.multipliedReportingOverflow(by: unit.rawValue)
        guard !overflows, milliseconds % rawValue == 0 else { return nil }
        return milliseconds / rawValue
    }

    /// A length of time in the largest unit that has a whole number of it.
    ///
    /// - Parameter count: The length in this unit.
    /// - Returns: The text, such as `15m`.
    package func text(of count: Int) -> String {
        let (milliseconds, overflows) = count.multipliedReportingOverflow(by: rawValue)
        guard !overflows, milliseconds != 0,
            let unit = Self.allCases.last(where: { milliseconds % $0.rawValue == 0 })
        else { return "\(count)\(symbol)" }
        return "\(milliseconds / unit.rawValue)\(unit.symbol)"
    }
}
