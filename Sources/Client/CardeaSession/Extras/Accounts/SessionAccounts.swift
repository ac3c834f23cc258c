import CardeaEncodings
public import Foundation
import CardeaLocks

/// Several accounts of one app.
///
/// Each has its own engine, and one is the current account.
///
///     let accounts = SessionAccounts(directory: directory) { account in
///         SessionEngine(
///             configuration: configuration,
///             refresher: refresher,
///             store: EncryptedFileStore(directory: directory, name: account)
///         )
///     }
///     let current = try await accounts.restore()          // no network
///     try await accounts.signIn(credential, as: "ada")    // becomes the current one; the others stay signed in
///     try await accounts.makeCurrent("grace")
///
/// If the server ends a session, the account stays in the list, signed out. Its user can sign in again.
public final class SessionAccounts: Sendable {
    private struct State {
        var list = AccountList()
        var engines: [ExactText: SessionEngine] = [:]
        var listeners = EventListeners<AccountList>()
    }

    private let store: any AccountListStore
    private let makeEngine: @Sendable (String) -> SessionEngine
    private let state = Mutex(State())
    /// Changes of the list happen one after another.
    private let changes = SerialQueue()

    package init(
        list: any AccountListStore,
        engine: @escaping @Sendable (_ account: String) -> SessionEngine
    ) {
        store = list
        makeEngine = engine
    }

    /// Creates accounts whose list is kept in a file; nothing is known of them until `restore` or `signIn`.
    ///
    /// - Parameters:
    ///   - directory: A directory that only this user may enter (mode 0700), such as the credentials'; created on first use.
    ///   - engine: Creates the engine of an account, on a store of its own, and does nothing else: two tasks may call it for
    ///     the same account, and then one of the engines is released.
    public convenience init(
        directory: URL,
        engine: @escaping @Sendable (_ account: String) -> SessionEngine
    ) {
        self.init(list: FileAccountList(directory: directory), engine: engine)
    }

    /// Creates accounts whose list is lost when the process ends; see `init(directory:engine:)`.
    public convenience init(engine: @escaping @Sendable (_ account: String) -> SessionEngine) {
        self.init(list: InMemoryAccountList(), engine: engine)
    }

    #if canImport(Security)
    /// Creates accounts whose list is kept in the keychain; see `init(directory:engine:)`.
    ///
    /// - Parameters:
    ///   - item: The account of the keychain item: another one than the credentials'.
    ///   - service: The app; defaults to its bundle identifier.
    ///   - accessGroup: The keychain access group that the app shares with its extensions, if it does.
    ///   - engine: Creates the engine of an account.
    public convenience init(
        keychainItem item: String,
        service: String? = Bundle.main.bundleIdentifier,
        accessGroup: String? = nil,
        engine: @escaping @Sendable (_ account: String) -> SessionEngine
    ) {
        let keychain = SystemKeychain(
            account: item,
            service: service,
            accessGroup: accessGroup,
            accessibility: .afterFirstUnlock
        )
        self.init(list: KeychainAccountList(keychain), engine: engine)
    }
    #endif

    /// The accounts, and which of them is the current one, as far as this process knows.
    public var list: AccountList { state.withLock(\.list) }

    /// The current account's engine, if there is a current account.
    public var current: SessionEngine? { list.current.map { self[$0] } }

    /// The engine of an account: always the same one, also of an account that is not in the list yet.
    public subscript(account: String) -> SessionEngine {
        if let engine = state.withLock({ $0.engines[account.exact] }) { return engine }
        let new = makeEngine(account)
        return state.withLock { state in
            let engine = state.engines[account.exact] ?? new
            state.engines[account.exact] = engine
            return engine
        }
    }
}

extension SessionAccounts {
    /// Reads the list, and the current account's credential; the other accounts' are read when they are needed.
    ///
    /// - Returns: The current account's engine; `nil` when there is no current account.
    /// - Throws: `SessionError` when the list or the credential cannot be read; nothing is deleted by that.
    @discardableResult
    public func restore() async throws(SessionError) -> SessionEngine? {
        try await inTurn { () async throws(StoreError) in self.publish(try await self.store.load()) }
        guard let current else { return nil }
        try await current.restore()
        return current
    }

    /// Begins a session of an account, new or known, and makes it the current one.
    ///
    /// - Parameters:
    ///   - credential: The credential of the back end's response.
    ///   - account: The account's name, such as the user's id.
    /// - Returns: The account's engine.
    /// - Throws: `SessionError` with the code `cancelled` when another sign-in to this account, or a sign-out, overtook
    ///   this one; or the failure of the list's store, and then the account is the current one until a restart.
    @discardableResult
    public func signIn(
        _ credential: SessionCredential,
        as account: String
    ) async throws(SessionError) -> SessionEngine {
        let engine = self[account]
        // Before its credential is stored: no credential is left behind that no list leads to.
        _ = try? await change { $0.add(account) }
        try await engine.signIn(with: credential)
        try await change { list in
            list.add(account)
            list.select(account)
        }
        return engine
    }

    /// Makes another account the current one; both stay signed in.
    ///
    /// - Parameter account: An account of the list; `nil` for none.
    /// - Throws: `SessionError` with the code `signedOut` when there is no such account; or the failure of the list's
    ///   store, and then the account is the current one until a restart.
    public func makeCurrent(_ account: String?) async throws(SessionError) {
        let list = try await change { $0.select(account) }
        if let account, !list.names.contains(exact: account) {
            throw SessionError(.signedOut, detail: "no such account")
        }
    }

    /// Signs an account out and takes it out of the list; when it was the current one, none is.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - scope: How far the sign-out reaches.
    /// - Returns: The steps that failed beyond this process.
    @discardableResult
    public func signOut(_ account: String, scope: SignOutScope = .session) async -> SignOutResult {
        let engine = self[account]
        let result = await engine.signOut(scope: scope)
        // If this fails, an account that is signed out stays in the list.
        _ = try? await change { list in
            // The server may take its time: the user may have signed in again.
            if engine.state.profile == nil { list.remove(account) }
        }
        return result
    }
}

extension SessionAccounts {
    /// Calls a listener with the present list, and with every one that follows; see `SessionEngine.listen(_:)`.
    @discardableResult
    public func listen(_ listener: @escaping @Sendable (AccountList) -> Void) -> SessionObservation {
        let id = state.withLock { $0.listeners.add(listener, hearing: $0.list) }
        deliver()
        return SessionObservation { [weak self] in
            self?.state.withLock { $0.listeners.remove(id) }
        }
    }

    /// The present list, and then every one that follows; a slow reader sees only the latest.
    public var lists: AsyncStream<AccountList> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let observation = listen { continuation.yield($0) }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }

    private func publish(_ list: AccountList) {
        state.withLock { state in
            guard state.list != list else { return }
            state.list = list
            state.listeners.emit(list)
        }
        deliver()
    }

    private func deliver() {
        EventListeners<AccountList>.deliver { isContinuing in
            state.withLock { $0.listeners.next(isContinuing: isContinuing) }
        }
    }
}

extension SessionAccounts {
    /// Changes the list: in the store, and here even when that fails.
    ///
    /// - Returns: The list as it was changed.
    @discardableResult
    private func change(
        _ change: @escaping @Sendable (inout AccountList) -> Void
    ) async throws(SessionError) -> AccountList {
        try await inTurn { () async throws(StoreError) in
            do throws(StoreError) {
                let list = try await self.store.change(change)
                self.publish(list)
                return list
            } catch {
                var list = self.list
                change(&list)
                self.publish(list)
                throw error
            }
        }
    }

    private func inTurn<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(StoreError) -> Value
    ) async throws(SessionError) -> Value {
        try await changes.run { await Result(catching: work) }.mapError(SessionError.init).get()
    }
}
