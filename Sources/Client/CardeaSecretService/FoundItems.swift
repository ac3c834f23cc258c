#if canImport(CCardeaSecret)
import CCardeaSecret

/// The result of a search in all keyrings of the user.
@safe final class FoundItems {
    private let list: UnsafeMutablePointer<GList>?

    /// Takes ownership of a list of GLib.
    init(_ list: UnsafeMutablePointer<GList>?) {
        unsafe self.list = list
    }

    deinit {
        unsafe g_list_free_full(list) { unsafe g_object_unref($0) }
    }

    /// The items in open keyrings.
    var open: [FoundItem] { all.filter { !$0.isLocked } }

    /// The items in closed keyrings.
    var locked: [FoundItem] { all.filter(\.isLocked) }

    /// The item that was written last; items of closed keyrings may lack a date and then count as older.
    var newest: FoundItem? { (open + locked).max { $0.modified < $1.modified } }

    private var all: [FoundItem] {
        unsafe sequence(first: list) { unsafe $0?.pointee.next }.prefix { unsafe $0 != nil }
            .compactMap { unsafe $0?.pointee.data.map { unsafe FoundItem($0, of: self) } }
    }
}

/// One item of a search.
@safe struct FoundItem {
    private let pointer: UnsafeMutablePointer<SecretItem>
    /// Keeps the item alive.
    private let owner: FoundItems

    fileprivate init(_ pointer: gpointer, of owner: FoundItems) {
        unsafe self.pointer = pointer.assumingMemoryBound(to: SecretItem.self)
        self.owner = owner
    }

    var isLocked: Bool { unsafe secret_item_get_locked(pointer) != 0 }

    /// When it was written, in seconds since 1970; 0 if a closed keyring hides it.
    var modified: guint64 { unsafe secret_item_get_modified(pointer) }

    /// The item's path on the bus; it begins with the path of its keyring.
    var path: String { unsafe objectPath(pointer) }

    /// The item's secret, which the search loaded.
    func secret() throws(SecretServiceFailure) -> [UInt8] {
        if isLocked { throw .closed }
        guard let value = unsafe secret_item_get_secret(pointer) else {
            throw .denied("the keyring does not release the secret")
        }
        defer { unsafe secret_value_unref(UnsafeMutableRawPointer(value)) }
        var count: gsize = 0
        let bytes = unsafe secret_value_get(value, &count)
        return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }

    func delete(_ cancellation: Cancellation) throws(SecretServiceFailure) {
        _ = unsafe try checked { unsafe secret_item_delete_sync(pointer, cancellation.pointer, $0) }
    }
}
#endif
