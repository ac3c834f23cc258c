import CardeaSession
import CardeaTesting
import Foundation
import Observation
import Testing

@MainActor
struct SessionModelTests {
    @Test("a model has the state of the session, and follows its changes (U8)")
    func follow() async throws {
        let fixture = Fixture()
        let model = SessionModel(fixture.engine)
        #expect(model.state == .restoring)
        try await fixture.signIn()
        #expect(await eventually { model.profile?.userID == "ada" })
        #expect(model.isPersisted)
        await fixture.engine.signOut()
        #expect(await eventually { model.state == .signedOut(.requested) })
    }

    @Test("an observer of the state is notified of each change, and of nothing else")
    func tracking() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        let model = SessionModel(fixture.engine)
        let changes = RecordingMonitor()
        withObservationTracking {
            _ = model.state
        } onChange: {
            changes.record(.replayed)
        }
        try await fixture.engine.refresh()
        #expect(await eventually { await fixture.events.count(.tokenChanged(.refreshed)) == 1 })
        #expect(changes.traces.isEmpty)
        await fixture.engine.signOut()
        #expect(await eventually { changes.traces.count == 1 })
    }

    @Test("a refresh that failed is shown until one succeeds; so is a credential that is not stored")
    func failures() async throws {
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            refresh: { (call, index) throws(RefreshFailure) in
                if index == 0 { throw .transient() }
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        let model = SessionModel(fixture.engine)
        fixture.store.fail(.save, .failed, times: 1)
        try await fixture.signIn()
        #expect(await eventually { model.profile != nil && !model.isPersisted })
        _ = await failure { try await fixture.engine.refresh() }
        #expect(await eventually { model.refreshFailure == .refreshFailed })
        fixture.clock.advance(by: .seconds(1))
        try await fixture.engine.refresh()
        #expect(await eventually { model.refreshFailure == nil && model.isPersisted })
    }

    @Test("a model does not retain its engine, and a released model gets no updates")
    func lifetimes() async throws {
        let fixture = Fixture()
        weak var gone: SessionModel?
        do {
            let model = SessionModel(fixture.engine)
            gone = model
        }
        #expect(await eventually { gone == nil })
        try await fixture.signIn()
    }
}
