import CardeaLocks

/// Keeps one session's record over restarts, and between the processes that share it.
///
/// Every write is a compare-and-swap: a process that lost a race learns it, and overwrites or deletes nothing.
public protocol CredentialStore: Sendable {
    /// Reads the record.
    ///
    /// - Returns: `nil` when nothing is stored, and only then.
    /// - Throws: `StoreError` when something is, or may be, stored but cannot be read.
    func load() async throws(StoreError) -> CredentialRecord?

    /// Writes a record durably, in place of the one it was made from.
    ///
    /// - Parameters:
    ///   - record: The record to keep.
    ///   - version: The version that must be stored now; `nil` to replace whatever is there, readable or not.
    /// - Throws: `StoreError` with the code `conflict` when another version, or nothing, is stored.
    func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError)

    /// Deletes a record.
    ///
    /// - Parameter version: The version that must be stored now; `nil` to delete whatever is there, readable or not.
    /// - Throws: `StoreError` with the code `conflict` when another version is stored; nothing stored is success.
    func delete(_ version: CredentialRecord.Version?) async throws(StoreError)

    /// Waits until no other process or engine that shares the store has exclusive access, and takes it.
    ///
    /// Who has it may renew the credential. Reading, writing and deleting need none: a sign-out never waits for a
    /// refresh.
    ///
    /// - Returns: The access, which lasts until it is ended.
    /// - Throws: `StoreError` when access could not be had; `cancelled` when the task was cancelled while waiting.
    func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess
}

/// The sole right to renew what a store holds, until it is given back or let go of.
public final class ExclusiveAccess: Sendable {
    private let onEnd: Mutex<(@Sendable () -> Void)?>

    /// Creates an access that somebody has from now on.
    ///
    /// - Parameter onEnd: Called once, on any thread: the next who waits may have it.
    public init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = Mutex(onEnd)
    }

    deinit { end() }

    /// Gives it back; a second time does nothing.
    public func end() {
        let onEnd = onEnd.withLock { onEnd in
            defer { onEnd = nil }
            return onEnd
        }
        onEnd?()
    }
}

/// Why a store did not do what it was asked.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure; a store may add its own.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code as text.
        public let rawValue: String
        /// Creates a code from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The store cannot be opened at present, for example before the first unlock of the device.
        public static let locked = Self(rawValue: "locked")
        /// What is stored cannot be understood: changed, cut short, or written with another key.
        public static let damaged = Self(rawValue: "damaged")
        /// Access was refused: by the user, by the system, or because others could read the file.
        public static let denied = Self(rawValue: "denied")
        /// Another version than the expected one is stored.
        public static let conflict = Self(rawValue: "conflict")
        /// The task was cancelled while it waited for access.
        public static let cancelled = Self(rawValue: "cancelled")
        /// Reading or writing failed: disk full, input/output error, service gone.
        public static let failed = Self(rawValue: "failed")
    }

    /// The kind of failure.
    public let code: Code
    /// What happened, for a developer; holds no secret.
    public let detail: String

    /// Creates an error.
    public init(_ code: Code, _ detail: String = "") {
        self.code = code
        self.detail = detail
    }

    /// The code and the detail.
    public var description: String { detail.isEmpty ? code.rawValue : "\(code.rawValue): \(detail)" }
}

extension SessionError {
    /// What the app is told when the store failed.
    package init(_ error: StoreError) {
        let code: Code =
            switch error.code {
            case .locked: .storeLocked
            case .damaged: .storeDamaged
            case .denied: .storeDenied
            case .cancelled: .cancelled
            default: .storeFailed
            }
        self.init(code, detail: error.detail)
    }
}
