/// The error of an operation of the engine.
public struct SessionError: Error, Sendable, Equatable {
    /// The kind of failure; later versions may add more.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The code as text.
        public let rawValue: String
        /// Creates a code from its text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The code as text.
        public var description: String { rawValue }

        /// No user is signed in.
        public static let signedOut = Self(rawValue: "signedOut")
        /// The server rejected the refresh token permanently: the user is signed out and must sign in again.
        public static let refreshRejected = Self(rawValue: "refreshRejected")
        /// The credential could not be refreshed now; the user stays signed in, and `retryAfter` says when to try again.
        public static let refreshFailed = Self(rawValue: "refreshFailed")
        /// The credential was not refreshed within its deadline or that of the call, or before the process was suspended; the
        /// user stays signed in.
        public static let refreshTimedOut = Self(rawValue: "refreshTimedOut")
        /// Refreshes do not help at present: the back end rejected several new tokens in a short time.
        public static let tooManyRefreshes = Self(rawValue: "tooManyRefreshes")
        /// The token cannot be put into this request, which was not sent; `detail` says why.
        public static let requestNotAuthorizable = Self(rawValue: "requestNotAuthorizable")
        /// This credential has nothing to be refreshed with.
        public static let notRefreshable = Self(rawValue: "notRefreshable")
        /// The new token's lifetime is shorter than requested; the token is stored and in use.
        public static let lifetimeTooShort = Self(rawValue: "lifetimeTooShort")
        /// The network failed; `transport` says how.
        public static let transport = Self(rawValue: "transport")
        /// The calling task was cancelled, or another sign-in or sign-out overtook this one.
        public static let cancelled = Self(rawValue: "cancelled")
        /// The response redirects too often, or to where requests are not sent.
        public static let badRedirect = Self(rawValue: "badRedirect")
        /// The user has to authenticate again, or better, before the server does this; `stepUp` says how.
        public static let stepUpRequired = Self(rawValue: "stepUpRequired")
        /// The download could not be written.
        public static let fileFailed = Self(rawValue: "fileFailed")
        /// The server does not respond with a stream of events.
        public static let badEventStream = Self(rawValue: "badEventStream")
        /// No credential is stored.
        public static let storeAbsent = Self(rawValue: "storeAbsent")
        /// The store cannot be opened now, for example before the first unlock of the device.
        public static let storeLocked = Self(rawValue: "storeLocked")
        /// The stored record cannot be decoded.
        public static let storeDamaged = Self(rawValue: "storeDamaged")
        /// Access to the store was rejected.
        public static let storeDenied = Self(rawValue: "storeDenied")
        /// The store failed otherwise.
        public static let storeFailed = Self(rawValue: "storeFailed")
    }

    /// The kind of failure.
    public var code: Code { details.code }
    /// The reason why the session ended, if it has ended.
    public var reason: SignOutReason? { details.reason }
    /// The failure of the network, if there was one.
    public var transport: TransportError? { details.transport }
    /// The server's response that began it, such as the original 401.
    public var response: CardeaResponse? { details.response }
    /// The authentication that the server demands, if it does.
    public var stepUp: StepUpChallenge? { details.stepUp }
    /// The time for which the pause lasts that follows a failed refresh, if there is one; until then no refresh
    /// begins.
    public var retryAfter: Duration? { details.retryAfter }
    /// A description for developers, without secrets.
    public var detail: String? { details.detail }

    /// Creates an error.
    public init(
        _ code: Code,
        reason: SignOutReason? = nil,
        transport: TransportError? = nil,
        response: CardeaResponse? = nil,
        stepUp: StepUpChallenge? = nil,
        retryAfter: Duration? = nil,
        detail: String? = nil
    ) {
        box = .details(
            Details(
                code: code,
                reason: reason,
                transport: transport,
                response: response,
                stepUp: stepUp,
                retryAfter: retryAfter,
                detail: detail
            )
        )
    }

    private struct Details: Sendable, Equatable {
        let code: Code
        let reason: SignOutReason?
        let transport: TransportError?
        var response: CardeaResponse?
        let stepUp: StepUpChallenge?
        var retryAfter: Duration?
        let detail: String?
    }

    /// One word: every waiting request reserves memory for an error.
    private indirect enum Box: Sendable, Equatable {
        case details(Details)
    }

    private var box: Box

    private var details: Details {
        get {
            switch box {
            case .details(let details): details
            }
        }
        set { box = .details(newValue) }
    }
}

extension SessionError: CustomStringConvertible {
    /// The code and the detail.
    public var description: String {
        let pause = retryAfter.map { "try again in \($0.wholeSeconds) s" }
        return [code.rawValue, reason?.rawValue, transport?.description, detail, pause].compactMap(\.self)
            .filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

extension SessionError {
    package static func signedOut(_ reason: SignOutReason?) -> SessionError {
        SessionError(reason == .refreshRejected ? .refreshRejected : .signedOut, reason: reason)
    }

    package static func transport(_ error: TransportError) -> SessionError {
        SessionError(error.code == .cancelled ? .cancelled : .transport, transport: error)
    }

    /// Whether the session continues, so that a token that is still valid can be used.
    package var leavesSession: Bool {
        code != .signedOut && code != .refreshRejected && code != .cancelled
    }

    /// The same error with the response that began it.
    package func responding(_ response: CardeaResponse?) -> SessionError {
        var error = self
        error.details.response = response ?? self.response
        return error
    }

    /// The same error with the time after which it is worth trying again.
    func retryable(after pause: Duration) -> SessionError {
        var error = self
        error.details.retryAfter = pause
        return error
    }
}

extension Duration {
    /// The seconds, rounded up.
    fileprivate var wholeSeconds: Int64 {
        components.seconds + (components.attoseconds > 0 ? 1 : 0)
    }
}
