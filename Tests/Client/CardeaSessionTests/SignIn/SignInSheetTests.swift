import Dispatch
import Foundation
import Testing

@testable import CardeaSession

@MainActor
@Suite("The system's sign-in sheet", .timeLimit(.minutes(10)))
struct SignInSheetTests {
    private nonisolated static let domain = "com.apple.AuthenticationServices.WebAuthenticationSession"
    private static let url = Fixture.url("com.example.app:/callback?code=1")

    @Test("a sheet that calls back on another thread, as on macOS, delivers its callback (client 1.6)")
    func otherThread() async throws {
        let result = await SignInSheet { FakeSheet($0, .init(Self.url, nil)) }.callback()
        #expect(try result.get() == Self.url)
    }

    nonisolated static let failures: [(domain: String, code: Int, expected: SignInError.Code)] = [
        (domain, 1, .cancelled), (domain, 2, .noUserAgent), (domain, 3, .noUserAgent),
        (domain, 9, .userAgentFailed), (NSURLErrorDomain, 1, .userAgentFailed),
    ]

    @Test("errors of the sheet are distinguished (client 3.2.9)", arguments: failures)
    func failure(domain: String, code: Int, expected: SignInError.Code) async throws {
        let failure = NSError(domain: domain, code: code)
        let result = await SignInSheet { FakeSheet($0, .init(nil, failure)) }.callback()
        let error = #expect(throws: SignInError.self) { try result.get() }
        #expect(error?.code == expected)
        #expect((error?.detail == nil) == (expected == .cancelled))
    }

    @Test("a sheet that cannot be shown and reports an error too ends the sign-in once (client 3.2.9)")
    func notShown() async throws {
        let failure = NSError(domain: Self.domain, code: 3)
        let result = await SignInSheet { FakeSheet($0, .init(nil, failure), starts: false) }.callback()
        let error = #expect(throws: SignInError.self) { try result.get() }
        #expect(error?.code == .noUserAgent)
    }

    @Test("a cancelled task closes the sheet, which need not call back")
    func cancelled() async throws {
        let sheet = FakeSheet({ _, _ in }, nil)
        let task = Task { await SignInSheet { _ in sheet }.callback() }
        await Task.yield()
        task.cancel()
        let error = await #expect(throws: SignInError.self) { try await task.value.get() }
        #expect(error?.code == .cancelled)
        #expect(sheet.isCancelled)
    }
}

/// A sheet that calls back from a queue of its own, as soon as it is shown.
@MainActor
private final class FakeSheet: WebSheet {
    struct Outcome: Sendable {
        let url: URL?
        let error: NSError?

        init(_ url: URL?, _ error: NSError?) {
            (self.url, self.error) = (url, error)
        }
    }

    private let completion: SignInSheet.Completion
    private let outcome: Outcome?
    private let starts: Bool
    private(set) var isCancelled = false

    init(_ completion: @escaping SignInSheet.Completion, _ outcome: Outcome?, starts: Bool = true) {
        (self.completion, self.outcome, self.starts) = (completion, outcome, starts)
    }

    func start() -> Bool {
        if let outcome {
            DispatchQueue(label: "sheet").async { [completion] in completion(outcome.url, outcome.error) }
        }
        return starts
    }

    func cancel() { isCancelled = true }
}
