/// The reason why a sign-in brought no credential; holds no secret.
public struct SignInError: Error, Sendable, Equatable {
    /// The kind of failure; later versions may add more.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The code as text.
        public let rawValue: String
        /// Creates a code from its text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The code as text.
        public var description: String { rawValue }

        /// The user closed the page, or the calling task was cancelled.
        public static let cancelled = Self(rawValue: "cancelled")
        /// The user did not come back in time.
        public static let timedOut = Self(rawValue: "timedOut")
        /// The user, or the server in the user's name, said no (`access_denied`).
        public static let denied = Self(rawValue: "denied")
        /// The server rejected otherwise; `detail` is its error code.
        public static let rejected = Self(rawValue: "rejected")
        /// The response belongs to another sign-in or to another server: perhaps an attack.
        public static let foreignCallback = Self(rawValue: "foreignCallback")
        /// The server sent something that is not of the protocol.
        public static let badResponse = Self(rawValue: "badResponse")
        /// The network failed; `transport` says how.
        public static let transport = Self(rawValue: "transport")
        /// No browser or sign-in sheet could be opened, or no address listened at; `detail` says what to do.
        public static let noUserAgent = Self(rawValue: "noUserAgent")
        /// The sign-in sheet ended with an error of the system; `detail` names it.
        public static let userAgentFailed = Self(rawValue: "userAgentFailed")
    }

    /// The kind of failure.
    public let code: Code
    /// The failure of the network, if there was one.
    public let transport: TransportError?
    /// A description for developers, without secrets.
    public let detail: String?

    /// Creates an error.
    public init(_ code: Code, transport: TransportError? = nil, detail: String? = nil) {
        self.code = code
        self.transport = transport
        self.detail = detail
    }
}

extension SignInError: CustomStringConvertible {
    /// The code and the detail.
    public var description: String {
        [code.rawValue, transport?.description, detail].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: ": ")
    }
}
