#if canImport(CCardeaSecret)
import CCardeaSecret

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

    /// Reads an item: the newest, where several keyrings hold one.
    ///
    /// - Returns: `nil` when the keyring is open and holds no such item, and only then.
    func read(_ item: KeyringItem) throws(SecretServiceFailure) -> [UInt8]? {
        try find(item).newest?.secret()
    }

    /// Writes an item, in place of the one that is there, or of those that are in other keyrings.
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
        // What cannot be deleted now is passed over, as the older one.
        try? deleteOlder(item)
    }

    /// Deletes an item, from whichever keyrings; one that is not there is no failure, one in a closed keyring is.
    func delete(_ item: KeyringItem) throws(SecretServiceFailure) {
        let found = try find(item)
        for item in found.open { try item.delete(cancellation) }
        if !found.locked.isEmpty { throw .closed }
    }

    /// Deletes what is left of an item in keyrings that were the user's before.
    private func deleteOlder(_ item: KeyringItem) throws(SecretServiceFailure) {
        guard let keyring = try openKeyring() else { return }
        for item in try search(item, reading: false).open where !keyring.holds(item) {
            try item.delete(cancellation)
        }
    }

    /// Looks for an item in all keyrings, of which the user's own is open then if it matters.
    private func find(_ item: KeyringItem) throws(SecretServiceFailure) -> FoundItems {
        let found = try search(item, reading: true)
        guard found.open.isEmpty || !found.locked.isEmpty else { return found }
        // A closed keyring may keep to itself even what it is asked for, or that it holds a newer one.
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

    /// The user's keyring, which shows all that it holds.
    ///
    /// - Parameter orNone: Whether there need not be one.
    /// - Returns: `nil` when there is none.
    /// - Throws: `SecretServiceFailure` when it is closed and stays so.
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
            throw .locked("there is no keyring, or none that is open")
        }
        let keyring = unsafe DefaultKeyring(collection)
        guard keyring.isLocked else { return keyring }
        guard mayPrompt, try unlock(keyring) else { throw .closed }
        return keyring
    }

    /// Asks the user to open a keyring; returns whether they did.
    private func unlock(_ keyring: DefaultKeyring) throws(SecretServiceFailure) -> Bool {
        let keyrings = unsafe g_list_append(nil, keyring.pointer)
        defer { unsafe g_list_free(keyrings) }
        return unsafe try checked {
            unsafe secret_service_unlock_sync(service, keyrings, cancellation.pointer, nil, $0)
        } > 0
    }
}
#endif
