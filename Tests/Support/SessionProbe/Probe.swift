import CardeaSession
import CardeaCurlTransport
import DeviceUnderTest
import Foundation

/// One start of an app, which may be its last.
struct Probe {
    private let device: DeviceUnderTest
    private let store: DeadlyStore
    private let engine: SessionEngine

    init(directory: URL, server: URL, apiKey: String?, death: KillPoint?) {
        device = DeviceUnderTest(server: server, apiKey: apiKey)
        store = DeadlyStore(store: DeviceUnderTest.store(in: directory), death: death)
        let transport = CurlTransport()
        engine = device.engine(
            on: store,
            over: transport,
            refresher: DeadlyRefresher(refresher: device.refresher(over: transport), death: death)
        )
        engine.listen { event in
            if event == .tokenChanged(.refreshed) { KillPoint.afterPublishing.reached(by: death) }
        }
    }

    /// Makes so many requests at once, in rounds a tenth of a second apart, and prints `USER RESPONSES GENERATION`.
    func run(requests: Int, rounds: Int) async throws {
        let user = try await engine.restore()?.userID
        var responded = 0
        for round in 0..<rounds {
            if round > 0 { try await Task.sleep(for: .milliseconds(100)) }
            responded += await send(requests)
        }
        // The listener is told before a later one, and maybe after the callers had their responses.
        for await _ in engine.events { break }
        let generation = try await store.load()?.generation ?? 0
        print(engine.state.profile?.userID == user ? user ?? "nobody" : "nobody", responded, generation)
    }

    /// Sends requests at once; how many were responded to.
    private func send(_ requests: Int) async -> Int {
        let (engine, request) = (engine, device.whoAmI)
        return await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<requests {
                group.addTask { (try? await engine.data(for: request).status) == 200 }
            }
            return await group.reduce(0) { $1 ? $0 + 1 : $0 }
        }
    }
}
