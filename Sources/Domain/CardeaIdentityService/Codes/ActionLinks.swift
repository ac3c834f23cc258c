import CardeaEncodings
package import CardeaIdentityDomain
import CardeaLocks
package import CardeaLogging
package import CardeaSecrets

/// Where the links of codes lead on this server, and whether their codes can be read.
package struct ActionLinks: Sendable {
    /// The path of the page, below the configured address of the server.
    let path: String
    /// Keeps codes in plain text: for an emulator alone.
    let recorder: ActionCodeRecorder?

    package init(path: String = "/auth/action", recorder: ActionCodeRecorder? = nil) {
        self.path = path
        self.recorder = recorder
    }
}

/// A code with its text and its link, as its recipient gets it.
package struct CreatedCode: Sendable {
    package let code: ActionCode
    package let text: Secret
    package let link: Secret
    /// The message with the link; `nil` if none is sent.
    let mail: Mail?
}

/// Keeps the newest codes of an emulator in memory, so that tests can read them.
package final class ActionCodeRecorder: Sendable {
    private static let limit = 10_000
    private let codes = Mutex<[CreatedCode]>([])
    private let logger: Logger?

    /// - Parameter logger: It gets a line with each link, for the developer at an emulator.
    package init(logger: Logger? = nil) { self.logger = logger }

    func record(_ code: CreatedCode) {
        logger?.notice(
            "link",
            metadata: [
                "purpose": "\(code.code.purpose.mode)", "email": "\(code.code.recipient)",
                "url": "\(code.link.reveal())",
            ]
        )
        codes.withLock { codes in
            if codes.count >= Self.limit { codes.removeFirst(Self.limit / 2) }
            codes.append(code)
        }
    }

    func codes(in pool: UserPool) -> [CreatedCode] {
        codes.withLock { $0.filter { $0.code.pool == pool } }
    }
}

extension ActionCode.Purpose {
    /// The name of the purpose in links.
    package var mode: String {
        switch self {
        case .passwordReset: "resetPassword"
        case .verifyEmail: "verifyEmail"
        case .emailSignIn: "signIn"
        case .verifyAndChangeEmail: "verifyAndChangeEmail"
        case .recoverEmail: "recoverEmail"
        }
    }

    package init?(mode: String) {
        guard let purpose = Self.allCases.first(where: { $0.mode.exact == mode.exact }) else { return nil }
        self = purpose
    }
}
