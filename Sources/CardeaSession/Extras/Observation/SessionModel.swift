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
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable
public final class SessionModel {
    /// Where the session stands.
    public private(set) var state: SessionState
    /// Whether the present credential is in the store; otherwise it is lost when the app ends.
    public private(set) var isPersisted: Bool
    /// Why the last refresh failed; `nil` once one succeeds, and when the session ends.
    public private(set) var refreshFailure: SessionError.Code?
    @ObservationIgnored private var following: OwnedTask?

    /// The signed-in user, if there is one.
    public var profile: UserProfile? { state.profile }

    /// Creates a model that follows an engine for as long as it lives.
    public init(_ engine: SessionEngine) {
        state = engine.state
        isPersisted = engine.isPersisted
        following = OwnedTask { [weak self, weak engine, events = engine.events] in
            for await event in events {
                guard let engine else { return }
                await self?.follow(engine, event)
            }
        }
    }

    /// Takes over where the engine stands by now, which may be further on than the event.
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
