import CardeaSession
import CardeaTesting

/// A refresh token that somebody copied and used.
struct Theft: Sendable {
    let user: String
    /// The idempotency key of the thief.
    let key: String?
    /// The newest that the thief has.
    var token: String
}

extension World {
    /// Copies the stored refresh token and uses it: at once, or just after the app did.
    func steal(beside tab: Tab) async {
        guard let stored = try? await stage.openDisk().load()?.credential,
            let token = stored.refreshToken?.reveal(), let user = stored.profile?.userID
        else { return }
        let shadows = Bool.random(using: &random)
        let key = Bool.random(using: &random) ? "thief" : nil
        ledger.users { $0.administratorEnds(user) }
        ledger.count(.theft)
        server.thefts.add()
        ledger.note("somebody copies the refresh token of \(user); shadows \(shadows), key \(key ?? "none")")
        Task.detached { [server, ledger] in
            if shadows { _ = try? await tab.engine.refresh() }
            let use = await server.accounts.use(token, key: key, over: server.transport)
            ledger.note("the copy: \(use)")
            if case .accepted(let next) = use { ledger.add(Theft(user: user, key: key, token: next)) }
        }
    }

    /// Looks whether each thief is found while the app goes on.
    func judgeThefts() async {
        for theft in ledger.thefts {
            guard let tab = tabs.first(where: { $0.user == theft.user }) else { continue }
            if await !isFound(theft, by: tab) {
                ledger.violation("\(theft.user): a copied refresh token goes on and on")
            }
        }
    }

    private func isFound(_ theft: Theft, by tab: Tab) async -> Bool {
        var theft = theft
        for _ in 0..<Self.patience {
            // If only the thief uses the session, the server cannot detect the theft.
            guard tab.user == theft.user else { return true }
            _ = try? await tab.engine.refresh()
            switch await server.accounts.use(theft.token, key: theft.key, over: server.transport) {
            case .rejected: return true
            case .accepted(let next): theft.token = next
            case .unknown: break
            }
            await pass()
        }
        return false
    }
}
