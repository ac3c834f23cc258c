import CardeaHTTPServing
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperatingSystem
import CardeaSQLCore

extension CardeaServer {
    /// The reason why a server did not start, in one line for a person.
    public struct StartError: Error, Sendable, Equatable, CustomStringConvertible {
        /// The kind of failure.
        public struct Code: RawRepresentable, Sendable, Hashable {
            /// The name of the kind.
            public let rawValue: String

            /// Creates a kind by its name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// Another process works with the data directory.
            public static let inUse = Self(rawValue: "inUse")
            /// The data directory or a file in it cannot be made or written.
            public static let unwritable = Self(rawValue: "unwritable")
            /// The database cannot be read, or a newer program wrote it.
            public static let damaged = Self(rawValue: "damaged")
            /// The master key cannot be read, or is not the one the stored keys are encrypted under.
            public static let masterKey = Self(rawValue: "masterKey")
            /// The address cannot be listened on.
            public static let cannotListen = Self(rawValue: "cannotListen")
            /// The certificate or its key cannot be used.
            public static let certificate = Self(rawValue: "certificate")
            /// Any other failure.
            public static let other = Self(rawValue: "other")
        }

        /// The kind of failure.
        public let code: Code
        /// The error, in one line.
        public let description: String

        /// Creates an error.
        public init(_ code: Code, _ description: String) {
            self.code = code
            self.description = description
        }
    }
}

extension CardeaServer.StartError {
    init(_ error: SQLError) {
        self =
            switch error {
            case .inUse(let detail): Self(.inUse, detail)
            case .unwritable(let detail): Self(.unwritable, "the data cannot be written: \(detail)")
            case .damaged(let detail): Self(.damaged, "the database is damaged: \(detail)")
            case .unavailable(let detail): Self(.other, detail)
            case .notUnique, .unexpectedCount, .constraint, .invalidText, .overloaded, .newerSchema,
                .foreignSchema,
                .unknownOutcome, .invalidStatement:
                Self(.other, "the database cannot be opened: \(error)")
            }
    }

    init(_ error: HTTPServerError, at place: String) {
        self =
            switch error {
            case .addressInUse: Self(.cannotListen, "\(place) is in use by another process")
            case .addressNotFound: Self(.cannotListen, "\(place) is not an address of this machine")
            case .cannotListen(_, let code):
                Self(.cannotListen, "cannot listen on \(place): \(SystemErrorText.text(of: code))")
            case .certificateRejected: .certificateRejected
            case .resourcesExhausted:
                Self(
                    .other,
                    "the system has no file descriptors or threads left: raise its limits (ulimit -n, -u)"
                )
            }
    }

    /// A PostgreSQL database in which no server has worked.
    static var withoutData: Self {
        Self(
            .other,
            "the PostgreSQL database has no data of a Cardea server: name another one with --database"
        )
    }

    static var threadsExhausted: Self {
        Self(
            .other,
            "the system cannot start as many threads as passwords.threads asks for: lower it, or raise ulimit -u"
        )
    }

    /// The last judge of a certificate is OpenSSL itself, which gives no reason.
    static var certificateRejected: Self {
        Self(
            .certificate,
            "OpenSSL does not take the certificate, its chain or its key: check them with 'openssl verify'"
        )
    }

    /// The error that a person sees for an error of a lower module.
    init(describing error: any Error) {
        self =
            switch error {
            case let error as Self: error
            case let error as SQLError: Self(error)
            case let error as StoreError: Self(error)
            case ProjectDirectoryError.store(let error): Self(error)
            case ProjectDirectoryError.keyUnusable:
                Self(.masterKey, "the stored keys do not open under this master key")
            default: Self(.other, "\(error)")
            }
    }

    private init(_ error: StoreError) {
        self =
            switch error {
            case .unwritable(let detail): Self(.unwritable, "the data cannot be written: \(detail)")
            case .damaged(let detail): Self(.damaged, "the database is damaged: \(detail)")
            case .unavailable(let detail): Self(.other, detail)
            case .taken, .conflict, .invalidText, .overloaded:
                Self(.other, "the database cannot be used: \(error)")
            }
    }
}
