import Foundation

/// The system's sheet as a sign-in uses it: `ASWebAuthenticationSession` on Apple systems.
@MainActor
protocol WebSheet: AnyObject {
    /// Shows the sheet; `false` if it cannot be shown.
    func start() -> Bool
    /// Closes the sheet. It need not call its completion handler then.
    func cancel()
}

/// One sign-in by a sheet, and how it ends.
@MainActor
final class SignInSheet {
    /// Called with the callback or an error, on any thread: macOS calls it on a queue of its own.
    typealias Completion = @Sendable (URL?, (any Error)?) -> Void

    private let makeSheet: @MainActor (@escaping Completion) -> any WebSheet
    private var sheet: (any WebSheet)?
    private var continuation: CheckedContinuation<Result<URL, SignInError>, Never>?

    /// Creates a sign-in.
    ///
    /// - Parameter makeSheet: Makes the sheet, which gets the completion handler.
    init(_ makeSheet: @escaping @MainActor (@escaping Completion) -> any WebSheet) {
        self.makeSheet = makeSheet
    }

    /// Shows the sheet, and waits for its callback.
    func callback() async -> Result<URL, SignInError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                self.continuation = continuation
                let sheet = makeSheet { url, error in
                    let result = url.map { Result.success($0) } ?? .failure(SignInError(sheet: error))
                    Task { @MainActor in self.settle(result) }
                }
                self.sheet = sheet
                if !sheet.start() { settle(.failure(SignInError(sheet: nil))) }
            }
        } onCancel: {
            Task { @MainActor in
                sheet?.cancel()
                settle(.failure(SignInError(.cancelled)))
            }
        }
    }

    /// Ends the sign-in with the first result: a sheet may report twice that it cannot be shown.
    private func settle(_ result: Result<URL, SignInError>) {
        continuation?.resume(returning: result)
        (continuation, sheet) = (nil, nil)
    }
}

extension SignInError {
    /// The meaning of an error of the sheet (`ASWebAuthenticationSessionError`); `nil` if the sheet could not be shown.
    init(sheet error: (any Error)?) {
        guard let error = error as NSError? else {
            self.init(.noUserAgent, detail: "the system cannot show a sign-in sheet now: try again later")
            return
        }
        let isOfSheet = error.domain == "com.apple.AuthenticationServices.WebAuthenticationSession"
        switch isOfSheet ? error.code : 0 {
        case 1: self.init(.cancelled)
        case 2: self.init(.noUserAgent, detail: "the sign-in sheet has no window: return one from `anchor`")
        case 3:
            self.init(.noUserAgent, detail: "the window is not on screen: return one from `anchor` that is")
        default: self.init(.userAgentFailed, detail: "\(error.domain) \(error.code)")
        }
    }
}
