#if canImport(CCardeaSecret)
import CCardeaSecret

/// Cancels running calls of GLib; may be used on any thread.
@safe final class Cancellation: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GCancellable>?

    init() {
        unsafe pointer = g_cancellable_new()
    }

    deinit {
        unsafe g_object_unref(pointer)
    }

    func cancel() {
        unsafe g_cancellable_cancel(pointer)
    }
}

/// Receives the signals of a service and ignores them, instead of the app's event loop.
///
/// It belongs to the thread on which it is created, and must be released there.
@safe final class SignalSink {
    private let context: OpaquePointer?

    init() {
        unsafe context = g_main_context_new()
        unsafe g_main_context_push_thread_default(context)
    }

    deinit {
        unsafe g_main_context_pop_thread_default(context)
        unsafe g_main_context_unref(context)
    }
}

/// A bus connection of its own: with the process's shared one, the process would end when the bus closes.
@safe final class BusConnection {
    let pointer: OpaquePointer

    init(_ bus: SecretServiceBus, _ cancellation: Cancellation) throws(SecretServiceFailure) {
        let flags =
            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
            | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
        do throws(SecretServiceFailure) {
            let address =
                if let address = bus.address { address } else { try Self.sessionAddress(cancellation) }
            unsafe pointer = try present(
                checked {
                    unsafe g_dbus_connection_new_for_address_sync(
                        address,
                        GDBusConnectionFlags(rawValue: flags),
                        nil,
                        cancellation.pointer,
                        $0
                    )
                }
            )
        } catch {
            guard case .failed(let detail) = error else { throw error }
            throw .unreachable(detail)
        }
    }

    deinit {
        unsafe g_dbus_connection_close_sync(pointer, nil, nil)
        unsafe g_object_unref(UnsafeMutableRawPointer(pointer))
    }

    private static func sessionAddress(_ cancellation: Cancellation) throws(SecretServiceFailure) -> String {
        let address = unsafe try present(
            checked { unsafe g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, cancellation.pointer, $0) }
        )
        defer { unsafe g_free(address) }
        return unsafe String(cString: address)
    }
}

/// The attributes by which a service finds an item.
@safe final class Attributes {
    let pointer: OpaquePointer?

    init(_ values: [String: String]) {
        unsafe pointer = cardea_attributes()
        for (name, value) in values { unsafe cardea_attributes_set(pointer, name, value) }
    }

    deinit {
        unsafe g_hash_table_unref(pointer)
    }
}

/// The path on the bus of the object that a proxy represents.
func objectPath(_ proxy: UnsafeMutableRawPointer) -> String {
    unsafe String(cString: g_dbus_proxy_get_object_path(proxy.assumingMemoryBound(to: GDBusProxy.self)))
}
#endif
