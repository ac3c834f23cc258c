import CardeaIdentityDomain
import CardeaLocks
package import CardeaMetrics

/// Counts how refreshes, sign-ins and attempts to send mail end.
package struct ServiceMetrics: Sendable {
    package static let refreshesLabel = "cardea_refreshes_total"
    package static let signInsLabel = "cardea_sign_ins_total"
    package static let mailsLabel = "cardea_mails_total"
    package static let textMessagesLabel = "cardea_text_messages_total"
    package static let signUpsLabel = "cardea_sign_ups_total"

    enum Refresh: String, CaseIterable {
        case issued, replayed, recovered, reused, superseded, rejected, failed
        case rolledForward = "rolled_forward"
    }

    enum SignIn: String, CaseIterable {
        case succeeded, rejected, throttled, overloaded, failed
    }

    enum MailAttempt: String, CaseIterable {
        case sent, postponed, dead
    }

    private let refreshes: CounterSet<Refresh>
    private let signIns: CounterSet<SignIn>
    private let mails: CounterSet<MailAttempt>
    private let textMessages: CounterSet<MailAttempt>
    private let signUps: ProjectCounters

    package init(factory: any MetricsFactory = NOOPMetricsHandler()) {
        refreshes = CounterSet(label: Self.refreshesLabel, dimension: "outcome", factory: factory)
        signIns = CounterSet(label: Self.signInsLabel, dimension: "outcome", factory: factory)
        mails = CounterSet(label: Self.mailsLabel, dimension: "outcome", factory: factory)
        textMessages = CounterSet(label: Self.textMessagesLabel, dimension: "outcome", factory: factory)
        signUps = ProjectCounters(label: Self.signUpsLabel, factory: factory)
    }

    /// Counts an attempt to send a message.
    func count(_ attempt: MailAttempt) { mails.increment(attempt) }

    /// Counts a user who was created.
    func countSignUp(in project: ProjectID) { signUps.increment(project) }

    /// Counts an attempt to send a text message.
    func countTextMessage(_ attempt: MailAttempt) { textMessages.increment(attempt) }

    /// Counts a refresh that brought tokens.
    func count(_ step: RotationStep?) { refreshes.increment(Refresh(step)) }

    /// Counts a refresh if it fails.
    func refresh<Value>(
        _ body: () async throws(IdentityError) -> Value
    ) async throws(IdentityError) -> Value {
        do throws(IdentityError) {
            return try await body()
        } catch {
            refreshes.increment(Refresh(error))
            throw error
        }
    }

    /// Counts a sign-in.
    func signIn<Value>(
        _ body: () async throws(IdentityError) -> Value
    ) async throws(IdentityError) -> Value {
        do throws(IdentityError) {
            let value = try await body()
            signIns.increment(.succeeded)
            return value
        } catch {
            signIns.increment(SignIn(error))
            throw error
        }
    }
}

/// A counter for each project; only administrators create projects, so there are few.
private final class ProjectCounters: Sendable {
    private let label: String
    private let factory: any MetricsFactory
    private let counters = Mutex<[ProjectID: Counter]>([:])

    init(label: String, factory: any MetricsFactory) {
        self.label = label
        self.factory = factory
    }

    func increment(_ project: ProjectID) {
        let counter = counters.withLock { counters in
            let counter =
                counters[project]
                ?? Counter(label: label, dimensions: [("project", project.rawValue)], factory: factory)
            counters[project] = counter
            return counter
        }
        counter.increment()
    }
}

extension ServiceMetrics.Refresh {
    fileprivate init(_ step: RotationStep?) {
        self =
            switch step {
            case nil, .replay, .replayElsewhere: .replayed
            case .issue, .confirm: .issued
            case .recover: .recovered
            case .rollForward: .rolledForward
            }
    }

    fileprivate init(_ error: IdentityError) {
        self =
            switch error {
            case .token(.refreshTokenReused): .reused
            case .token(.refreshTokenSuperseded): .superseded
            default: error.isFailure ? .failed : .rejected
            }
    }
}

extension ServiceMetrics.SignIn {
    fileprivate init(_ error: IdentityError) {
        self =
            switch error {
            case .tooManyAttempts: .throttled
            case .overloaded: .overloaded
            default: error.isFailure ? .failed : .rejected
            }
    }
}
