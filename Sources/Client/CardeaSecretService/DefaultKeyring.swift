#if canImport(CCardeaSecret)
import CCardeaSecret

/// The user's keyring, to which is written.
@safe final class DefaultKeyring {
    let pointer: UnsafeMutablePointer<SecretCollection>

    /// Takes ownership of a collection of libsecret.
    init(_ pointer: UnsafeMutablePointer<SecretCollection>) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe g_object_unref(pointer)
    }

    var isLocked: Bool { unsafe secret_collection_get_locked(pointer) != 0 }

    func holds(_ item: FoundItem) -> Bool { item.path.hasPrefix(unsafe objectPath(pointer) + "/") }
}
#endif
