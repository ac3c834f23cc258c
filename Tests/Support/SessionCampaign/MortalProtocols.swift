import CardeaSession
import Foundation
import CardeaHTTPTransport

/// The clock as a process sees it.
struct MortalClock: SessionClock {
    let clock: any SessionClock
    let life: Life

    var now: Date { clock.now }
    var uptime: Duration { clock.uptime }

    func sleep(until deadline: Duration) async throws(CancellationError) {
        let (clock, life) = (clock, life)
        guard let slept = try? await life.wait(for: { (try? await clock.sleep(until: deadline)) != nil }),
            slept
        else { throw CancellationError() }
    }
}

/// The network as a process sees it.
struct MortalTransport: HTTPTransport {
    let transport: any HTTPTransport
    let life: Life

    func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        let (transport, life) = (transport, life)
        let result = try? await life.wait { () async -> Result<CardeaResponse, TransportError> in
            do throws(TransportError) {
                return .success(try await transport.send(request))
            } catch {
                return .failure(error)
            }
        }
        guard let result else {
            throw TransportError(.other, mayHaveBeenReceived: false, description: "killed")
        }
        return try result.get()
    }
}

/// The store as a process sees it.
struct MortalStore: CredentialStore {
    let store: any CredentialStore
    let life: Life

    func load() async throws(StoreError) -> CredentialRecord? {
        try await step()
        let record = try await store.load()
        try await step()
        return record
    }

    func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        try await step()
        try await store.save(record, replacing: version)
        try await step()
    }

    func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        try await step()
        try await store.delete(version)
        try await step()
    }

    func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try await step()
        let access = try await store.exclusiveAccess()
        try await step()
        return access
    }

    /// Others run before it and after it, as while a disk is slow.
    private func step() async throws(StoreError) {
        await Task.yield()
        do {
            try life.step()
        } catch {
            throw StoreError(.failed, "killed")
        }
    }
}
