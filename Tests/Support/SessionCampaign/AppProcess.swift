import CardeaSession
import CardeaTesting
import Foundation

/// An app's process with a tab or two, which lives until it is killed.
final class AppProcess {
    let name: String
    let life = Life()
    let tabs: [Tab]
    private let suspensions = Suspensions()

    /// Starts it.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - tabs: How many engines share its store.
    ///   - dependencies: Its dependencies.
    ///   - random: Where its engines' seeds come from.
    init(_ name: String, tabs: Int, in dependencies: Dependencies, using random: inout SeededGenerator) {
        self.name = name
        var dependencies = dependencies
        dependencies.configuration.backgroundTime = suspensions
        // Its death ends also what a store does late.
        let store = FaultInjectingStore(
            MortalStore(store: dependencies.openDisk(), life: life),
            plan: dependencies.plan,
            clock: MortalClock(clock: dependencies.clock, life: life)
        )
        self.tabs = (0..<tabs).map { [life] number in
            Tab(name + ["", "b"][number], life, store, in: dependencies, seed: random.next())
        }
    }

    /// Lets it know that it is about to be suspended.
    func suspend() {
        let count = suspensions.expire()
        tabs[0].ledger.count(.suspension, times: count)
    }
}

/// The dependencies of a process.
struct Dependencies: Sendable {
    var configuration: SessionConfiguration
    let server: any CampaignServer
    /// Leads to the server, as well or badly as the plan wants.
    let network: any HTTPTransport
    /// Opens what the device has stored, as each process does for itself.
    let openDisk: @Sendable () -> any CredentialStore
    let plan: FaultPlan
    let clock: any SessionClock
    let ledger: Ledger
    /// Whether nothing happens between two steps of one task that no seed decided.
    let isSimulated: Bool
}
