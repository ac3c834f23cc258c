#if canImport(CSecret)
import CSecret

/// The Secret Service, for as long as one operation takes: a service that is started anew in between is no matter.
///
/// Stays on the thread that it is made on, which every call blocks.
@safe final class KeyringConnection {
    private let signals = SignalSink()
    private let bus: BusConnection
    private let service: UnsafeMutablePointer<SecretService>
    private let cancellation: Cancellation
    private let mayPrompt: Bool

    /// Connects; the bus starts the service if it can.
    ///
    /// - Parameters:
    ///   - bus: Where the service is.
    ///   - mayPrompt: Whether the user may be asked to open the keyring.
    ///   - cancellation: Ends every call.
    /// - Throws: `SecretServiceFailure` when there is no bus, or no service on it.
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

    /// Reads an item.
    ///
    /// - Returns: `nil` when the keyring is open and holds no such item, and only then.
    func read(_ item: KeyringItem) throws(SecretServiceFailure) -> [UInt8]? {
        if let secret = try search(item) { return secret }
        // A closed keyring may keep to itself even what it is asked for.
        try requireOpenKeyring()
        return try search(item)
    }

    /// Writes an item, in place of the one that is there.
    func write(_ item: KeyringItem, _ secret: [UInt8]) throws(SecretServiceFailure) {
        try requireOpenKeyring(orNone: mayPrompt)
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
    }

    /// Deletes an item; one that is not there is no failure.
    func delete(_ item: KeyringItem) throws(SecretServiceFailure) {
        guard try read(item) != nil else { return }
        let attributes = Attributes(item.attributes)
        _ = unsafe try checked {
            unsafe secret_service_clear_sync(service, nil, attributes.pointer, cancellation.pointer, $0)
        }
    }

    /// The content of an item that is in sight.
    private func search(_ item: KeyringItem) throws(SecretServiceFailure) -> [UInt8]? {
        let attributes = Attributes(item.attributes)
        var flags = SECRET_SEARCH_ALL.rawValue | SECRET_SEARCH_LOAD_SECRETS.rawValue
        if mayPrompt { flags |= SECRET_SEARCH_UNLOCK.rawValue }
        let found = unsafe try checked {
            unsafe secret_service_search_sync(
                service,
                nil,
                attributes.pointer,
                SecretSearchFlags(rawValue: flags),
                cancellation.pointer,
                $0
            )
        }
        defer { unsafe g_list_free_full(found) { unsafe g_object_unref($0) } }
        guard let first = unsafe found?.pointee.data else { return nil }
        let entry = unsafe first.assumingMemoryBound(to: SecretItem.self)
        guard unsafe secret_item_get_locked(entry) == 0 else { throw .locked("the keyring is closed") }
        guard let value = unsafe secret_item_get_secret(entry) else {
            throw .denied("the keyring keeps the secret back")
        }
        defer { unsafe secret_value_unref(UnsafeMutableRawPointer(value)) }
        var count: gsize = 0
        let bytes = unsafe secret_value_get(value, &count)
        return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }

    /// Makes sure that the user's keyring is open, and so shows all that it holds.
    private func requireOpenKeyring(orNone: Bool = false) throws(SecretServiceFailure) {
        let keyring = unsafe try checked {
            unsafe secret_collection_for_alias_sync(
                service,
                SECRET_COLLECTION_DEFAULT,
                SECRET_COLLECTION_NONE,
                cancellation.pointer,
                $0
            )
        }
        guard let keyring = unsafe keyring else {
            if orNone { return }
            throw .locked("there is no keyring, or none that is open")
        }
        defer { unsafe g_object_unref(keyring) }
        guard unsafe secret_collection_get_locked(keyring) != 0 else { return }
        guard mayPrompt, unsafe try unlock(keyring) else { throw .locked("the keyring is closed") }
    }

    /// Asks the user to open a keyring; returns whether they did.
    private func unlock(
        _ keyring: UnsafeMutablePointer<SecretCollection>
    ) throws(SecretServiceFailure) -> Bool {
        let keyrings = unsafe g_list_append(nil, keyring)
        defer { unsafe g_list_free(keyrings) }
        return unsafe try checked {
            unsafe secret_service_unlock_sync(service, keyrings, cancellation.pointer, nil, $0)
        } > 0
    }
}
#endif
