/// A Swift type that the value of a setting can have.
package protocol SettingType: Sendable, Equatable {
    /// The kind of value, as in "must be *a whole number*".
    static var expectation: String { get }

    /// - Returns: `nil` if the value has another type.
    init?(_ value: SettingValue)

    /// Reads a value from a command line or an environment variable.
    ///
    /// - Returns: `nil` if the text is no such value.
    init?(text: String)

    var settingValue: SettingValue { get }
}

extension Bool: SettingType {
    package static var expectation: String { "true or false" }
    package var settingValue: SettingValue { .boolean(self) }

    package init?(_ value: SettingValue) {
        guard case .boolean(let boolean) = value else { return nil }
        self = boolean
    }

    package init?(text: String) { self.init(text) }
}

extension Int: SettingType {
    package static var expectation: String { "a whole number" }
    package var settingValue: SettingValue { .integer(self) }

    package init?(_ value: SettingValue) {
        guard case .integer(let integer) = value else { return nil }
        self = integer
    }

    package init?(text: String) { self.init(text) }
}

extension String: SettingType {
    package static var expectation: String { "text" }
    package var settingValue: SettingValue { .text(self) }

    package init?(_ value: SettingValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }

    package init?(text: String) { self = text }
}

extension [String]: SettingType {
    package static var expectation: String { "a list of texts" }
    package var settingValue: SettingValue { .list(self) }

    package init?(_ value: SettingValue) {
        guard case .list(let list) = value else { return nil }
        self = list
    }

    /// Takes elements that are separated by commas.
    package init?(text: String) { self = text.split(separator: ",").map { String($0.filter { $0 != " " }) } }
}

extension Optional: SettingType where Wrapped: SettingType {
    package static var expectation: String { "\(Wrapped.expectation), or none" }
    package var settingValue: SettingValue { map(\.settingValue) ?? .absent }

    package init?(_ value: SettingValue) {
        if value == .absent {
            self = .none
        } else {
            guard let wrapped = Wrapped(value) else { return nil }
            self = wrapped
        }
    }

    package init?(text: String) {
        guard let wrapped = Wrapped(text: text) else { return nil }
        self = wrapped
    }
}

/// A type whose values are words.
extension SettingType where Self: RawRepresentable<String> & CaseIterable {
    package static var expectation: String {
        let words = allCases.map(\.rawValue)
        return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }

    package var settingValue: SettingValue { .text(rawValue) }

    package init?(_ value: SettingValue) {
        guard case .text(let text) = value else { return nil }
        self.init(rawValue: text)
    }

    package init?(text: String) { self.init(rawValue: text) }
}
