public import CardeaSession
public import Observation

/// The current user of a client, for views that follow it by themselves: SwiftUI, and everything that uses Observation.
///
///     struct Root: View {
///         @State var model: CardeaModel
///         var body: some View {
///             switch model.state {
///             case .restoring: ProgressView()
///             case .signedOut: SignInView()
///             case .signedIn(let user): HomeView(user: user, profile: model.profile)
///             }
///         }
///     }
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable
public final class CardeaModel {
    /// The reason why the last refresh failed; `nil` once one succeeds, and when the current user changes.
    public private(set) var refreshFailure: CardeaError?
    @ObservationIgnored private var following: OwnedTask?
    @ObservationIgnored private weak var client: CardeaClient?
    /// The values that observers know.
    private var knownState: CardeaState
    private var knownProfile: UserProfile?

    /// The state: whether somebody is signed in.
    public var state: CardeaState {
        // An observer follows this, and learns of each change a moment after it.
        let knownState = knownState
        return client?.state ?? knownState
    }

    /// The profile of the current user; it follows each change.
    public var profile: UserProfile? {
        let knownProfile = knownProfile
        return client.map { $0.currentUser?.profile } ?? knownProfile
    }

    /// The current user; `nil` if no user is signed in.
    public var user: CardeaUser? { state.user }

    /// Creates a model that observes a client as long as the model exists.
    public init(_ client: CardeaClient) {
        self.client = client
        knownState = client.state
        knownProfile = client.currentUser?.profile
        following = OwnedTask { [weak self, weak client, events = client.events] in
            for await event in events {
                guard let client else { return }
                await self?.follow(client, event)
            }
        }
    }

    /// Takes over the client's present state, which may be further on than the event.
    private func follow(_ client: CardeaClient, _ event: CardeaEvent) {
        if knownState != client.state { knownState = client.state }
        let profile = client.currentUser?.profile
        if knownProfile != profile { knownProfile = profile }
        switch event {
        case .refreshFailed(_, let error): refreshFailure = error
        case .tokenChanged, .signedIn, .signedOut: refreshFailure = nil
        default: break
        }
    }
}
