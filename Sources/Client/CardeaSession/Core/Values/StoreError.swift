/// The reason why a store did not do what it was asked.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure; a store may add its own.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The code as text.
        public let rawValue: String
        /// Creates a code from its text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The code as text.
        public var description: String { rawValue }

        /// The store cannot be opened at present, for example before the first unlock of the device.
        public static let locked = Self(rawValue: "locked")
        /// The stored record cannot be decoded: it was changed, truncated, or written with another key.
        public static let damaged = Self(rawValue: "damaged")
        /// Access was rejected: by the user, by the system, or because others could read the file.
        public static let denied = Self(rawValue: "denied")
        /// Another version than the expected one is stored.
        public static let conflict = Self(rawValue: "conflict")
        /// The task was cancelled while it waited for access.
        public static let cancelled = Self(rawValue: "cancelled")
        /// Reading or writing failed: disk full, input/output error, service gone.
        public static let failed = Self(rawValue: "failed")
        /// Something else than a store deleted the record and its files while they were in use.
        package static let emptied = Self(rawValue: "emptied")
    }

    /// The kind of failure.
    public let code: Code
    /// A description for developers, without secrets.
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
    /// The error for the app if the store fails.
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
