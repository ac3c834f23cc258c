#if canImport(CCardeaSecret)
import CCardeaSecret

/// Calls a function of GLib that reports a failure by its last argument.
func checked<Value>(
    _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
) throws(SecretServiceFailure) -> Value {
    var error: UnsafeMutablePointer<GError>? = nil
    let value = unsafe call(&error)
    guard let error = unsafe error else { return value }
    defer { unsafe g_error_free(error) }
    throw unsafe SecretServiceFailure(error.pointee)
}

/// The result of a function that reported no error.
func present<Value>(_ value: Value?) throws(SecretServiceFailure) -> Value {
    guard let value else { throw .failed("no response") }
    return value
}

extension SecretServiceFailure {
    fileprivate init(_ error: GError) {
        let message = unsafe String(cString: error.message)
        let code = unsafe UInt32(bitPattern: error.code)
        switch unsafe error.domain {
        case g_io_error_quark(): self = Self.ofTransport(code, message)
        case g_dbus_error_quark(): self = Self.ofBus(code, message)
        case secret_error_get_quark(): self = Self.ofService(code, message)
        default: self = .failed(message)
        }
    }

    private static func ofTransport(_ code: UInt32, _ message: String) -> Self {
        switch code {
        case G_IO_ERROR_CANCELLED.rawValue: .cancelled
        case G_IO_ERROR_PERMISSION_DENIED.rawValue: .denied(message)
        case G_IO_ERROR_NOT_FOUND.rawValue, G_IO_ERROR_CONNECTION_REFUSED.rawValue,
            G_IO_ERROR_CLOSED.rawValue:
            .unreachable(message)
        default: .failed(message)
        }
    }

    private static func ofBus(_ code: UInt32, _ message: String) -> Self {
        switch code {
        case G_DBUS_ERROR_ACCESS_DENIED.rawValue, G_DBUS_ERROR_AUTH_FAILED.rawValue: .denied(message)
        case G_DBUS_ERROR_SERVICE_UNKNOWN.rawValue, G_DBUS_ERROR_NAME_HAS_NO_OWNER.rawValue,
            G_DBUS_ERROR_NO_REPLY.rawValue, G_DBUS_ERROR_DISCONNECTED.rawValue,
            G_DBUS_ERROR_SPAWN_EXEC_FAILED.rawValue...G_DBUS_ERROR_SPAWN_NO_MEMORY.rawValue:
            .unreachable(message)
        default: .failed(message)
        }
    }

    private static func ofService(_ code: UInt32, _ message: String) -> Self {
        code == SECRET_ERROR_IS_LOCKED.rawValue ? .locked(message) : .failed(message)
    }
}
#endif
