import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Testing

/// Several accounts side by side, one of them current (U3 for any back end).
struct SessionAccountsTests {
    /// A device with a store for each account, and what apps on it share.
    private final class Device: Sendable {
        let list = FaultyList()
        let clock = ManualClock()
        let backends = Mutex<[String: Backend]>([:])
        private let stores = Mutex<[String: InMemoryStore]>([:])

        func backend(_ account: String) -> Backend {
            backends.withLock { all in
                let backend = all[account] ?? Backend()
                all[account] = backend
                return backend
            }
        }

        func store(_ account: String) -> InMemoryStore {
            stores.withLock { all in
                let store = all[account] ?? InMemoryStore()
                all[account] = store
                return store
            }
        }

        /// An app's process.
        func start(_ revoker: CredentialRevoker? = nil) -> SessionAccounts {
            SessionAccounts(list: list) { [self] account in
                let backend = backend(account)
                return SessionEngine(
                    configuration: SessionConfiguration(origins: [Fixture.origin]),
                    refresher: ScriptedRefresher { (call, _) throws(RefreshFailure) in
                        try backend.exchange(call.credential, call.attempt)
                    },
                    store: store(account),
                    transport: ScriptedTransport { (request, _) throws(TransportError) in
                        var response = backend.response(request)
                        response.body = Data(account.utf8)
                        return response
                    },
                    revoker: revoker,
                    clock: clock
                )
            }
        }

        func signIn(_ account: String, _ accounts: SessionAccounts) async throws {
            try await accounts.signIn(backend(account).signIn(userID: account), as: account)
        }
    }

    /// A list whose writes fail when told to.
    private final class FaultyList: AccountListStore {
        private let list = InMemoryAccountList()
        let isBroken = Mutex(false)

        func load() async throws(StoreError) -> AccountList { try await list.load() }

        func change(
            _ change: @Sendable (inout AccountList) -> Void
        ) async throws(StoreError) -> AccountList {
            if isBroken.withLock(\.self) { throw StoreError(.failed, "injected") }
            return try await list.change(change)
        }
    }

    @Test("several accounts are used side by side, and the current one is back after a restart (U3, U7)")
    func sideBySide() async throws {
        let device = Device()
        let accounts = device.start()
        try await device.signIn("ada", accounts)
        try await device.signIn("grace", accounts)
        #expect(accounts.list.names == ["ada", "grace"])
        #expect(accounts.current === accounts["grace"])
        device.clock.advance(by: .seconds(4000))
        for account in ["ada", "grace"] {
            let response = try await accounts[account].data(for: Fixture.request())
            #expect(response.status == 200)
            #expect(response.body == Data(account.utf8))
        }
        try await accounts.makeCurrent("ada")

        let next = device.start()
        #expect(next.current == nil)
        let current = try #require(try await next.restore())
        #expect(current.state.profile?.userID == "ada")
        #expect(next.list == accounts.list)
        #expect(next["grace"].state == .restoring)
        #expect(try await next["grace"].data(for: Fixture.request()).body == Data("grace".utf8))
    }

    @Test("a sign-out removes one account, and the end of a session removes none")
    func signOut() async throws {
        let device = Device()
        let accounts = device.start()
        for account in ["ada", "grace", "hedy"] { try await device.signIn(account, accounts) }
        #expect(await accounts.signOut("hedy").isComplete)
        #expect(accounts.list.names == ["ada", "grace"])
        #expect(accounts.current == nil)
        #expect(try await device.store("hedy").load() == nil)
        #expect(await failure { try await accounts.makeCurrent("hedy") }?.code == .signedOut)

        try await accounts.makeCurrent("ada")
        device.backend("ada").revoke()
        #expect(
            await failure { try await accounts.current?.data(for: Fixture.request()) }?.code
                == .refreshRejected
        )
        #expect(accounts.list.current == "ada")
        #expect(accounts.current?.state == .signedOut(.refreshRejected))
        #expect(try await accounts["grace"].data(for: Fixture.request()).status == 200)
        try await device.signIn("ada", accounts)
        #expect(try await accounts.current?.data(for: Fixture.request()).status == 200)
    }

    @Test("a slow sign-out does not remove an account that has signed in again")
    func signInAgain() async throws {
        let (device, gate) = (Device(), TestLatch())
        let accounts = device.start(CredentialRevoker { _ in await gate.pass() })
        try await device.signIn("ada", accounts)
        let signOut = Task { await accounts.signOut("ada") }
        await gate.arrivals(reach: 1)
        try await device.signIn("ada", accounts)
        gate.open()
        #expect(await signOut.value.isComplete)
        #expect(accounts.list.current == "ada")
        #expect(accounts.current?.state.profile?.userID == "ada")
    }

    @Test("if the list cannot be written, the change throws, and the account is current until the restart")
    func unwritable() async throws {
        let device = Device()
        let accounts = device.start()
        try await device.signIn("ada", accounts)
        device.list.isBroken.withLock { $0 = true }
        #expect(await failure { try await device.signIn("grace", accounts) }?.code == .storeFailed)
        #expect(accounts.list.current == "grace")
        #expect(await failure { try await accounts.makeCurrent("ada") }?.code == .storeFailed)
        #expect(accounts.current?.state.profile?.userID == "ada")
        device.list.isBroken.withLock { $0 = false }
        let next = device.start()
        #expect(try await next.restore()?.state.profile?.userID == "ada")
        #expect(next.list.names == ["ada"])
    }

    @Test("an account that is chosen while another choice is reported is the current one")
    func overtaken() async throws {
        let device = Device()
        let accounts = device.start()
        for account in ["ada", "grace"] { try await device.signIn(account, accounts) }
        let observation = accounts.listen { list in
            guard list.current == "ada" else { return }
            // The one who chose comes back to the main actor: that is kept busy until the other choice is made.
            Task { @MainActor in
                for _ in 0..<10_000 where accounts.list.current == "ada" { usleep(1_000) }
            }
            Task { try await accounts.makeCurrent("grace") }
        }
        let choice = Task { @MainActor in try await accounts.makeCurrent("ada") }
        try await choice.value
        #expect(await eventually { accounts.list.current == "grace" })
        observation.cancel()
    }

    @Test("a device with no account has no current one")
    func none() async throws {
        let accounts = Device().start()
        #expect(try await accounts.restore() == nil)
        #expect(accounts.list == AccountList())
        try await accounts.makeCurrent(nil)
    }

    @Test("listeners get the present list first, and may call back in (U8)")
    func listeners() async throws {
        let device = Device()
        let accounts = device.start()
        let heard = Mutex<[String]>([])
        let observation = accounts.listen { list in
            heard.withLock { $0.append("\(list.names) \(list.current ?? "-") \(accounts.list == list)") }
        }
        var lists = accounts.lists.makeAsyncIterator()
        #expect(await lists.next() == AccountList())
        try await device.signIn("ada", accounts)
        #expect(await lists.next()?.current == "ada")
        await accounts.signOut("ada")
        observation.cancel()
        try await device.signIn("ada", accounts)
        #expect(
            heard.withLock(\.self)
                == ["[] - true", #"["ada"] - true"#, #"["ada"] ada true"#, "[] - true"]
        )
    }
}
