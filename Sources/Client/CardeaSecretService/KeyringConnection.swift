#if canImport(CCardeaSecret)
import CCardeaSecret

/// A connection to the Secret Service for one operation: a restart of the service between operations does not matter.
///
/// It must stay on the thread on which it is created; every call blocks that thread.
@safe final class KeyringConnection {
    private let signals = SignalSink()
    private let bus: BusConnection
    private let service: UnsafeMutablePointer<SecretService>
    private let cancellation: Cancellation
    private let mayPrompt: Bool

    /// Connects; the bus starts the service if possible.
    ///
    /// - Parameters:
    ///   - bus: The bus of the service.
    ///   - mayPrompt: Whether the user may be asked to open the keyring.
    ///   - cancellation: Cancels every call.
    /// - Throws: `SecretServiceFailure` if there is no bus, or no service on it.
    init(
        _ bus: SecretServiceBus,
        mayPrompt: Bool,
        _ cancellation: Cancellation
    ) throws(SecretServiceFailure) {
        let connection = try BusConnection(bus, cancellation)
        self.bus = connection
        self.mayPrompt = mayPrompt
        self.cancellation = cancellation
        unsafe service = try present(
            checked { unsafe cardea_secret_service(connection.pointer, cancellation.pointer, $0) }
        )
    }

    deinit {
        unsafe g_object_unref(service)
    }

    /// Reads an item; if several keyrings have one, the newest.
    ///
    /// - Returns: `nil` only if the keyring is open and has no such item.
    func read(_ item: KeyringItem) throws(SecretServiceFailure) -> [UInt8]? {
        try find(item).newest?.secret()
    }

    /// Writes an item instead of the existing one, in whichever keyring that is.
    func write(_ item: KeyringItem, _ secret: [UInt8]) throws(SecretServiceFailure) {
        _ = try openKeyring(orNone: mayPrompt)
        let value = unsafe secret.withUnsafeBytes { bytes in
            let characters = unsafe bytes.bindMemory(to: gchar.self).baseAddress
            return unsafe secret_value_new(characters, bytes.count, item.contentType)
        }
        defer { unsafe secret_value_unref(UnsafeMutableRawPointer(value)) }
        let attributes = Attributes(item.attributes)
        _ = unsafe try checked {
            unsafe secret_service_store_sync(
                service,
                nil,
                attributes.pointer,
                SECRET_COLLECTION_DEFAULT,
                item.label,
                value,
                cancellation.pointer,
                $0
            )
        }
        // An item that this does not delete is older, and so is ignored.
        try? deleteOlder(item)
    }

    /// Deletes an item from all keyrings; a missing item is not an error, one in a closed keyring is.
    func delete(_ item: KeyringItem) throws(SecretServiceFailure) {
        let found = try find(item)
        for item in found.open { try item.delete(cancellation) }
        if !found.locked.isEmpty { throw .closed }
    }

    /// Deletes older versions of an item from keyrings other than the user's default one.
    private func deleteOlder(_ item: KeyringItem) throws(SecretServiceFailure) {
        guard let keyring = try openKeyring() else { return }
        for item in try search(item, reading: false).open where !keyring.holds(item) {
            try item.delete(cancellation)
        }
    }

    /// Searches all keyrings for an item; the user's default keyring is opened if its state matters.
    private func find(_ item: KeyringItem) throws(SecretServiceFailure) -> FoundItems {
        let found = try search(item, reading: true)
        guard found.open.isEmpty || !found.locked.isEmpty else { return found }
        // A closed keyring may hide the item, or a newer version of it.
        _ = try openKeyring()
        return try search(item, reading: true)
    }

    private func search(
        _ item: KeyringItem,
        reading: Bool
    ) throws(SecretServiceFailure) -> FoundItems {
        let attributes = Attributes(item.attributes)
        var flags = SECRET_SEARCH_ALL.rawValue
        if reading { flags |= SECRET_SEARCH_LOAD_SECRETS.rawValue }
        if reading && mayPrompt { flags |= SECRET_SEARCH_UNLOCK.rawValue }
        return unsafe FoundItems(
            try checked {
                unsafe secret_service_search_sync(
                    service,
                    nil,
                    attributes.pointer,
                    SecretSearchFlags(rawValue: flags),
                    cancellation.pointer,
                    $0
                )
            }
        )
    }

    /// The user's default keyring, open.
    ///
    /// - Parameter orNone: Whether a missing keyring is accepted.
    /// - Returns: `nil` if there is no default keyring.
    /// - Throws: `SecretServiceFailure` if the keyring is closed and stays closed.
    private func openKeyring(orNone: Bool = false) throws(SecretServiceFailure) -> DefaultKeyring? {
        let collection = unsafe try checked {
            unsafe secret_collection_for_alias_sync(
                service,
                SECRET_COLLECTION_DEFAULT,
                SECRET_COLLECTION_NONE,
                cancellation.pointer,
                $0
            )
        }
        guard let collection = unsafe collection else {
            if orNone { return nil }
            throw .locked("there is no open keyring")
        }
        let keyring = unsafe DefaultKeyring(collection)
        guard keyring.isLocked else { return keyring }
        guard mayPrompt, try unlock(keyring) else { throw .closed }
        return keyring
    }

    /// Asks the user to open a keyring; returns whether it is open.
    private func unlock(_ keyring: DefaultKeyring) throws(SecretServiceFailure) -> Bool {
        let keyrings = unsafe g_list_append(nil, keyring.pointer)
        defer { unsafe g_list_free(keyrings) }
        return unsafe try checked {
            unsafe secret_service_unlock_sync(service, keyrings, cancellation.pointer, nil, $0)
        } > 0
    }
}
#endif
