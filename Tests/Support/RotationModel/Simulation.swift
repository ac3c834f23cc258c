import CardeaIdentityDomain

/// An app with tabs that share one credential store, a network that loses a fifth of the responses, optionally
/// a thief, and a server that is restarted and restored: in simulated time, against one `RotatingServer`.
///
/// The app follows the rules of an honest client. It reads the store before each attempt. It stores a response only
/// if the store still contains the sent token. It asks again up to a day after a lost response. A request
/// and its response together take less than half the grace.
/// and its response together travel less than half the grace.
package struct Simulation<Server: RotatingServer> {
    private typealias Token = Server.Token

    private enum Event {
        case deviceWakes, tabWakes, tabRefreshes
        case arrives(Token, by: Sender, responseIsLost: Bool)
        case responded(Token, with: Token?)
        case steal, thiefActs
        case checkpoint, rollBack, restart, setClock
    }

    /// The first violation of the rules; `nil` if no rule was violated.
    package private(set) var violation: String?
    package private(set) var refreshes = 0
    package private(set) var wasRevoked = false
    /// The number of responses that the thief got.
    package private(set) var thiefsRounds = 0

    private let schedule: Schedule
    private var server: Server
    private var random: SplitMix64
    private var events: [(at: Int64, event: Event)] = []
    private var now: Int64 = 1_700_000_000_000
    private var clockError: Int64 = 0

    private var stored: Token
    /// When the stored access token runs out.
    private var due: Int64 = 0
    private var journal: (token: Token, key: String)?
    private var isKeyed: Bool
    private var stolen: Token?
    /// Whether a thief who shadows the app is about to use the token.
    private var willAct = false
    /// The number of responses to each party since both had the same token.
    private var responses = (app: 0, thief: 0)

    private var tree: TokenTree<Token>
    private var remembered: TokenTree<Token>

    package init(_ schedule: Schedule, on server: Server) async throws {
        self.schedule = schedule
        self.server = server
        random = SplitMix64(seed: schedule.seed ^ 0x5EED)
        isKeyed = schedule.keys == .always || schedule.keys == .stop
        stored = try await self.server.signIn(at: Timestamp(milliseconds: now))
        tree = TokenTree(root: stored, policy: schedule.policy)
        remembered = tree
        due = now + random.seconds(0...86_400)
    }

    package mutating func run() async throws {
        if schedule.refreshesOnWaking { plan(.deviceWakes, in: random.seconds(0...3600)) }
        for _ in 0..<schedule.tabs { wakeWhenDue() }
        if schedule.thief != nil { plan(.steal, in: random.seconds(0...500_000)) }
        if schedule.losesDatabase {
            try await server.checkpoint()
            plan(.rollBack, in: random.seconds(0...300_000))
        }
        if schedule.setsClock { plan(.setClock, in: random.seconds(0...200_000)) }
        plan(.restart, in: random.seconds(0...300_000))

        while violation == nil, !wasRevoked, refreshes < schedule.refreshes, let next = events.popLast() {
            now = next.at
            try await handle(next.event)
        }
    }

    private mutating func handle(_ event: Event) async throws {
        switch event {
        case .deviceWakes:
            for _ in 0..<schedule.tabs { plan(.tabRefreshes, in: random.seconds(0...3)) }
            plan(.deviceWakes, in: random.chance(30) ? random.seconds(1...30) : random.seconds(60...86_400))
        case .tabWakes:
            now < due ? wakeWhenDue() : send()
        case .tabRefreshes:
            send()
        case .arrives(let token, let sender, let responseIsLost):
            let response = try await use(token, by: sender)
            if !responseIsLost { plan(.responded(token, with: response), in: random.flight()) }
            if schedule.thief?.style == .shadow, stolen != nil, !willAct, let response, response != stolen {
                willAct = true
                plan(.thiefActs, in: random.seconds(0...9))
            }
        case .responded(let token, let response):
            receive(response, for: token)
        case .steal:
            stolen = stored
            responses = (0, 0)
            planNextTheft()
        case .thiefActs:
            try await actAsThief()
        case .checkpoint:
            try await server.checkpoint()
            remembered = tree
            plan(.rollBack, in: random.seconds(0...300_000))
        case .rollBack:
            try await server.rollBack()
            tree = remembered
            plan(.checkpoint, in: random.chance(30) ? 1 : random.seconds(0...300_000))
        case .restart:
            try await server.restart()
            plan(.restart, in: random.seconds(1...300_000))
        case .setClock:
            clockError = random.seconds(-7200...7200)
            plan(.setClock, in: random.seconds(0...200_000))
        }
    }

    // MARK: The app

    private mutating func send() {
        updateApp()
        var sender = Sender()
        if isKeyed {
            if journal?.token != stored { journal = (stored, "\(random.next())") }
            sender.key = journal?.key
        }
        let requestIsLost = random.chance(5)
        let responseIsLost = random.chance(20)
        if !requestIsLost {
            plan(.arrives(stored, by: sender, responseIsLost: responseIsLost), in: random.flight())
        }
        let patience: Int64 = 6000
        let pause = random.chance(50) ? random.seconds(0...5) : random.seconds(0...86_400)
        if requestIsLost || responseIsLost {
            plan(schedule.refreshesOnWaking ? .tabRefreshes : .tabWakes, in: patience + pause)
        }
        // A part of the network sends the request again; that response is ignored.
        if schedule.repeatsRequests, random.chance(10) {
            plan(
                .arrives(stored, by: sender, responseIsLost: true),
                in: random.seconds(0...schedule.longestRepetition)
            )
        }
    }

    /// An update of the app, which sends keys from then on; no request is open, but a response may have been lost.
    private mutating func updateApp() {
        guard schedule.keys == .begin, !isKeyed, 2 * refreshes > schedule.refreshes else { return }
        isKeyed = !events.contains { entry in
            switch entry.event {
            case .arrives, .responded: true
            default: false
            }
        }
    }

    private mutating func receive(_ response: Token?, for token: Token) {
        guard token == stored, let response else { return wakeWhenDue() }
        stored = response
        due = now + random.seconds(900...86_400)
        refreshes += 1
        // An update that removes the keys, while no attempt is open.
        if schedule.keys == .stop, 2 * refreshes > schedule.refreshes { isKeyed = false }
        count { $0.app += 1 }
        wakeWhenDue()
    }

    private mutating func wakeWhenDue() {
        guard !schedule.refreshesOnWaking else { return }
        let jitter = random.chance(60) ? random.seconds(0...2) : random.seconds(0...30_000)
        plan(.tabWakes, in: max(due - now, 0) + jitter)
    }

    // MARK: The thief

    private mutating func actAsThief() async throws {
        willAct = false
        guard let token = stolen, let thief = schedule.thief else { return }
        guard let response = try await use(token, by: thief.sender(using: &random)) else { return }
        stolen = response
        thiefsRounds += 1
        if response != token { count { $0.thief += 1 } }
        planNextTheft()
    }

    private mutating func planNextTheft() {
        switch schedule.thief?.style {
        case .random:
            plan(.thiefActs, in: random.chance(25) ? random.seconds(0...12) : random.seconds(0...86_400))
        case .ahead:
            // Once before each expiry; an undetected thief has an access token until the next one.
            let lead = due - now - random.seconds(0...8)
            plan(.thiefActs, in: lead > 0 ? lead : random.seconds(900...3600))
        case .shadow, nil:
            // The server's response to the app shows the thief that it is time.
            break
        }
    }

    private mutating func count(_ change: (inout (app: Int, thief: Int)) -> Void) {
        guard let stolen, schedule.findsThief || schedule.thief?.style == .random else { return }
        change(&responses)
        // Both hold the same token: they met within the grace.
        if stolen == stored, !schedule.findsThief { responses = (0, 0) }
        if responses.app >= 2 && responses.thief >= 2 { violation = "a theft outlived its second round" }
    }

    // MARK: The server

    private mutating func use(_ token: Token, by sender: Sender) async throws -> Token? {
        let time = Timestamp(milliseconds: now + clockError)
        let expected = tree.expectation(of: token, by: sender, at: time)
        let response = try await server.refresh(token, by: sender, at: time)
        switch (expected, response) {
        case (.known(let child), let response?) where child == response:
            tree.respondedAgain(by: sender, at: time)
        case (.fresh, let response?) where response != token:
            tree.issued(response, for: token, by: sender, at: time)
        case (.ignored, nil): break
        case (.rejected, nil):
            wasRevoked = true
            if stolen == nil { violation = "an honest user was signed out" }
        default: violation = "expected \(expected), got \(response.map { "\($0)" } ?? "a rejection")"
        }
        return response
    }

    private mutating func plan(_ event: Event, in delay: Int64) {
        let at = now + delay
        let index = events.firstIndex { $0.at <= at } ?? events.endIndex
        events.insert((at, event), at: index)
    }
}
