import CardeaSession

/// One secret in the user's keyring, asked for on a thread that may be blocked.
struct Keyring: Sendable {
    private let item: KeyringItem
    private let bus: SecretServiceBus
    private let mayPrompt: Bool
    private let queue = BlockingQueue("dev.cardea.secret-service")

    init(_ item: KeyringItem, on bus: SecretServiceBus, mayPrompt: Bool) {
        self.item = item
        self.bus = bus
        self.mayPrompt = mayPrompt
    }

    /// - Returns: `nil` when there is no such secret in a keyring that is open.
    func read() async throws(StoreError) -> [UInt8]? {
        try await run { (keyring, item) throws(SecretServiceFailure) in try keyring.read(item) }
    }

    func write(_ secret: [UInt8]) async throws(StoreError) {
        try await run { (keyring, item) throws(SecretServiceFailure) in try keyring.write(item, secret) }
    }

    func delete() async throws(StoreError) {
        try await run { (keyring, item) throws(SecretServiceFailure) in try keyring.delete(item) }
    }

    private func run<Value: Sendable>(
        _ operation:
            @escaping @Sendable (KeyringConnection, KeyringItem) throws(SecretServiceFailure) -> Value
    ) async throws(StoreError) -> Value {
        let cancellation = Cancellation()
        let (item, bus, mayPrompt) = (item, bus, mayPrompt)
        let result = await withTaskCancellationHandler {
            await queue.run { () -> Result<Value, SecretServiceFailure> in
                Result { () throws(SecretServiceFailure) in
                    try operation(KeyringConnection(bus, mayPrompt: mayPrompt, cancellation), item)
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
        return try result.mapError(StoreError.init).get()
    }
}
