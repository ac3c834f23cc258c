#if canImport(CCardeaSecret)
import CCardeaSecret

/// What a search has found, in whichever of the user's keyrings.
@safe final class FoundItems {
    private let list: UnsafeMutablePointer<GList>?

    /// Takes over a list that GLib made.
    init(_ list: UnsafeMutablePointer<GList>?) {
        unsafe self.list = list
    }

    deinit {
        unsafe g_list_free_full(list) { unsafe g_object_unref($0) }
    }

    /// Those in keyrings that are open.
    var open: [FoundItem] { all.filter { !$0.isLocked } }

    /// Those in keyrings that are closed.
    var locked: [FoundItem] { all.filter(\.isLocked) }

    /// The one that was written last; a closed keyring that does not tell when has an older one.
    var newest: FoundItem? { (open + locked).max { $0.modified < $1.modified } }

    private var all: [FoundItem] {
        unsafe sequence(first: list) { unsafe $0?.pointee.next }.prefix { unsafe $0 != nil }
            .compactMap { unsafe $0?.pointee.data.map { unsafe FoundItem($0, of: self) } }
    }
}

/// One item of a search.
@safe struct FoundItem {
    private let pointer: UnsafeMutablePointer<SecretItem>
    /// Keeps the item.
    private let owner: FoundItems

    fileprivate init(_ pointer: gpointer, of owner: FoundItems) {
        unsafe self.pointer = pointer.assumingMemoryBound(to: SecretItem.self)
        self.owner = owner
    }

    var isLocked: Bool { unsafe secret_item_get_locked(pointer) != 0 }

    /// When it was written, in seconds since 1970; 0 when a closed keyring does not tell.
    var modified: guint64 { unsafe secret_item_get_modified(pointer) }

    /// Where it is on the bus; begins with its keyring's path.
    var path: String { unsafe objectPath(pointer) }

    /// What was loaded of it.
    func secret() throws(SecretServiceFailure) -> [UInt8] {
        if isLocked { throw .closed }
        guard let value = unsafe secret_item_get_secret(pointer) else {
            throw .denied("the keyring keeps the secret back")
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
