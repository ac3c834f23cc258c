public import Observation

/// The observable state of a session, for views in SwiftUI and other users of Observation.
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
    /// The reason why the last refresh failed; `nil` once one succeeds, and when the session ends.
    public private(set) var refreshFailure: SessionError.Code?
    @ObservationIgnored private var following: OwnedTask?
    @ObservationIgnored private weak var engine: SessionEngine?
    /// The values that observers know.
    private var knownState: SessionState
    private var knowsPersisted: Bool

    /// The state of the session.
    public var state: SessionState {
        // An observer follows this, and learns of each change a moment after it.
        let knownState = knownState
        return engine?.state ?? knownState
    }

    /// Whether the current credential is in the store; otherwise it is lost when the app ends.
    public var isPersisted: Bool {
        let knowsPersisted = knowsPersisted
        return engine?.isPersisted ?? knowsPersisted
    }

    /// The signed-in user, if there is one.
    public var profile: UserProfile? { state.profile }

    /// Creates a model that observes an engine as long as the model exists.
    public init(_ engine: SessionEngine) {
        self.engine = engine
        knownState = engine.state
        knowsPersisted = engine.isPersisted
        following = OwnedTask { [weak self, weak engine, events = engine.events] in
            for await event in events {
                guard let engine else { return }
                await self?.follow(engine, event)
            }
        }
    }

    /// Reads the current state of the engine, which may be newer than the event.
    private func follow(_ engine: SessionEngine, _ event: SessionEvent) {
        if knownState != engine.state { knownState = engine.state }
        if knowsPersisted != engine.isPersisted { knowsPersisted = engine.isPersisted }
        switch event {
        case .refreshFailed(let code): refreshFailure = code
        case .tokenChanged, .signedIn, .signedOut: refreshFailure = nil
        default: break
        }
    }
}
