/// The reason why an exchange ended without a response.
public struct TransportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// A stable name, for logs.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }

        /// The calling task was cancelled.
        public static let cancelled = Self(rawValue: "cancelled")
        /// The exchange took longer than the request's timeout.
        public static let timedOut = Self(rawValue: "timedOut")
        /// No connection could be made: no network, no route, rejected, or the name is not known.
        public static let cannotConnect = Self(rawValue: "cannotConnect")
        /// The connection broke before the whole response had arrived.
        public static let connectionLost = Self(rawValue: "connectionLost")
        /// The server's certificate was not accepted, or TLS could not be agreed on.
        public static let secureConnectionFailed = Self(rawValue: "secureConnectionFailed")
        /// The request is not one that this transport can send.
        public static let invalidRequest = Self(rawValue: "invalidRequest")
        /// The response has more content than is taken into memory; a download or a stream has no limit.
        public static let responseTooLarge = Self(rawValue: "responseTooLarge")
        /// Any other failure of the transport.
        public static let other = Self(rawValue: "other")
    }

    /// The kind of failure.
    public let code: Code
    /// Whether the server may have received, and so acted on, the request; `false` only when it certainly has
    /// not.
    public let mayHaveBeenReceived: Bool
    /// A description for developers, without headers, body or query of the request.
    public let description: String

    /// Creates an error.
    public init(_ code: Code, mayHaveBeenReceived: Bool, description: String) {
        self.code = code
        self.mayHaveBeenReceived = mayHaveBeenReceived
        self.description = description
    }
}

extension TransportError {
    /// More came than is taken into memory.
    package static let tooLarge = Self(
        .responseTooLarge,
        mayHaveBeenReceived: true,
        description: "The response is longer than allowed here"
    )

    /// The task that waited was cancelled.
    package static let cancelled = Self(
        .cancelled,
        mayHaveBeenReceived: true,
        description: "The task was cancelled"
    )

    /// Says that a request cannot be sent as it is.
    package static func invalidRequest(_ description: String) -> Self {
        Self(.invalidRequest, mayHaveBeenReceived: false, description: description)
    }
}
