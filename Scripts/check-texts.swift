// Scripts/check-texts compiles this file into every module that it checks: each use of these members is a finding.
extension StringProtocol {
    @available(*, deprecated, message: "text")
    static func == (one: Self, other: some StringProtocol) -> Bool { fatalError() }
}

extension String {
    @available(*, deprecated, message: "text") static func == (one: String, other: String) -> Bool {
        fatalError()
    }
    @available(*, deprecated, message: "text") static func != (one: String, other: String) -> Bool {
        fatalError()
    }
    @available(*, deprecated, message: "text") static func ~= (one: String, other: String) -> Bool {
        fatalError()
    }
    @available(*, deprecated, message: "text") static func < (one: String, other: String) -> Bool {
        fatalError()
    }
    @available(*, deprecated, message: "text") static func > (one: String, other: String) -> Bool {
        fatalError()
    }
    @available(*, deprecated, message: "text") static func <= (one: String, other: String) -> Bool {
        fatalError()
    }
    @available(*, deprecated, message: "text") static func >= (one: String, other: String) -> Bool {
        fatalError()
    }
    @available(*, deprecated, message: "text") func hasPrefix(_ prefix: String) -> Bool { fatalError() }
    @available(*, deprecated, message: "text") func hasSuffix(_ suffix: String) -> Bool { fatalError() }
}

extension Substring {
    @available(*, deprecated, message: "text") static func == (one: Self, other: Self) -> Bool {
        fatalError()
    }
    @available(*, deprecated, message: "text") static func != (one: Self, other: Self) -> Bool {
        fatalError()
    }
    @available(*, deprecated, message: "text") static func ~= (one: Self, other: Self) -> Bool {
        fatalError()
    }
    @available(*, deprecated, message: "text") func hasPrefix(_ prefix: String) -> Bool { fatalError() }
    @available(*, deprecated, message: "text") func hasSuffix(_ suffix: String) -> Bool { fatalError() }
}

extension Optional where Wrapped == String {
    @available(*, deprecated, message: "text") static func == (one: Self, other: Self) -> Bool {
        fatalError()
    }
    @available(*, deprecated, message: "text") static func != (one: Self, other: Self) -> Bool {
        fatalError()
    }
}

extension Optional where Wrapped == Substring {
    @available(*, deprecated, message: "text") static func == (one: Self, other: Self) -> Bool {
        fatalError()
    }
    @available(*, deprecated, message: "text") static func != (one: Self, other: Self) -> Bool {
        fatalError()
    }
}

extension Sequence where Element: StringProtocol {
    @available(*, deprecated, message: "text") func contains(_ text: Element) -> Bool { fatalError() }
}

extension Collection where Element: StringProtocol {
    @available(*, deprecated, message: "text") func firstIndex(of text: Element) -> Index? { fatalError() }
}

extension Dictionary where Key == String {
    @available(*, deprecated, message: "text")
    subscript(key: String) -> Value? {
        get { fatalError() }
        set { fatalError() }
    }
    @available(*, deprecated, message: "text")
    subscript(key: String, default value: @autoclosure () -> Value) -> Value {
        get { fatalError() }
        set { fatalError() }
    }
    @available(*, deprecated, message: "text")
    mutating func updateValue(_ value: Value, forKey key: String) -> Value? { fatalError() }
    @available(*, deprecated, message: "text")
    mutating func removeValue(forKey key: String) -> Value? { fatalError() }
    @available(*, deprecated, message: "text")
    init<Members: Sequence>(grouping members: Members, by key: (Members.Element) throws -> Key) rethrows
    where Value == [Members.Element] { fatalError() }
}

extension Set where Element == String {
    @available(*, deprecated, message: "text") func contains(_ text: String) -> Bool { fatalError() }
    @available(*, deprecated, message: "text")
    mutating func insert(_ text: String) -> (inserted: Bool, memberAfterInsert: String) { fatalError() }
    @available(*, deprecated, message: "text") mutating func remove(_ text: String) -> String? {
        fatalError()
    }
    @available(*, deprecated, message: "text") init(_ texts: some Sequence<String>) { fatalError() }
}
