import Cardea
import CardeaSession
import CardeaTesting
import Testing

@MainActor
struct ModelTests {
    @Test("the model of a client has its state at once, and follows sign-in, profile and deletion (U8)")
    func follow() async throws {
        let desk = try Desk()
        let client = try desk.client()
        let model = CardeaModel(client)
        #expect(model.state == .restoring)
        let user = try await client.signUp(email: Desk.email, password: Desk.password)
        #expect(await eventually { model.user === user && model.profile?.email == Desk.email })
        try await user.updateProfile(displayName: "Ada")
        #expect(await eventually { model.profile?.displayName == "Ada" })
        try await user.delete()
        #expect(model.state == .signedOut(.deleted) && model.profile == nil && model.user == nil)
    }
}
