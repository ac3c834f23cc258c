public import Observation

/// Where a session stands, for views that follow it by themselves: SwiftUI, and whoever uses Observation.
///
///     struct Root: View {
///         @State var session: SessionModel
///         var body: some View {
///             switch session.state {
///             case .restoring: ProgressView()
///             case .signedOut: SignInView()
///             case .signedIn(let profile): HomeView(profile)
///             }
///         }
///     }
@MainActor @Observable
public final class SessionModel {
    /// Where the session stands.
    public private(set) var state: SessionState
    /// Whether the present credential is in the store; otherwise it is lost when the app ends.
    public private(set) var isPersisted: Bool
    /// Why the last renewal failed; `nil` once one succeeds, and when the session ends.
    public private(set) var refreshFailure: SessionError.Code?
    @ObservationIgnored private var observation: OwnedObservation?

    /// The signed-in user, if there is one.
    public var profile: Profile? { state.profile }

    /// Creates a model that follows an engine for as long as it lives.
    public init(_ engine: SessionEngine) {
        state = engine.state
        isPersisted = engine.isPersisted
        observation = OwnedObservation(
            engine.listen { [weak self, weak engine] event in
                Task { @MainActor in
                    guard let engine else { return }
                    self?.follow(engine, event)
                }
            }
        )
    }

    /// Takes over where the engine stands by now: tasks of the main actor need not run in the order of the events.
    private func follow(_ engine: SessionEngine, _ event: SessionEvent) {
        if state != engine.state { state = engine.state }
        if isPersisted != engine.isPersisted { isPersisted = engine.isPersisted }
        switch event {
        case .refreshFailed(let code): refreshFailure = code
        case .tokenChanged, .signedIn, .signedOut: refreshFailure = nil
        default: break
        }
    }
}

/// A registration that ends when its owner goes.
private final class OwnedObservation: Sendable {
    private let observation: SessionObservation

    init(_ observation: SessionObservation) {
        self.observation = observation
    }

    deinit { observation.cancel() }
}
