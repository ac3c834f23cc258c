import CardeaEncodings

/// Which accounts an app has, and which of them is the current one; kept beside their credentials, and no secret.
public struct AccountList: Sendable, Hashable, Codable {
    /// The accounts' names, in the order they were added.
    public private(set) var names: [String] = []
    /// The current one, if any is.
    public private(set) var current: String?

    /// Creates a list of no account.
    public init() {}

    /// Adds an account at the end, unless it is there.
    public mutating func add(_ name: String) {
        if !names.contains(exact: name) { names.append(name) }
    }

    /// Makes an account the current one, if it is there; `nil` for none.
    public mutating func select(_ name: String?) {
        if name.map({ names.contains(exact: $0) }) ?? true { current = name }
    }

    /// Takes an account out; when it was the current one, none is.
    public mutating func remove(_ name: String) {
        names.removeAll { $0.exact == name.exact }
        if current?.exact == name.exact { current = nil }
    }
}

extension AccountList {
    /// Whether both have the same accounts in the same order, and the same current one.
    public static func == (one: Self, other: Self) -> Bool {
        one.names.map(\.exact) == other.names.map(\.exact) && one.current?.exact == other.current?.exact
    }

    /// Feeds the names into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(names.map(\.exact))
        hasher.combine(current?.exact)
    }
}

/// Keeps the list of accounts over restarts, and between processes.
package protocol AccountListStore: Sendable {
    /// Reads the list; an empty one when none is stored, and only then.
    func load() async throws(StoreError) -> AccountList

    /// Changes the list durably, as it is stored by then: no other process's change is lost.
    ///
    /// - Parameter change: The change; may be asked for more than once.
    /// - Returns: The list as it is stored now.
    /// - Throws: `StoreError` when it could not be read or written.
    func change(
        _ change: @Sendable (inout AccountList) -> Void
    ) async throws(StoreError) -> AccountList
}
