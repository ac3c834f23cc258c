import CardeaIdentityService
import ProviderStandIns
import Testing

@Suite("A redirect that a page of the server begins")
struct OwnHandlerTests {
    @Test(
        "a redirect leads to the handler of this server, without an entry, and to nothing beside it (security 5)"
    )
    func ownHandler() async throws {
        let world = try await World()
        let id = try await world.configure(try await StandIn())
        #expect(await world.beginError(id, at: "https://id.example/__/auth/handler") == nil)
        for url in [
            "https://id.example/__/auth/handler/", "https://id.example/__/auth/handler?a=b",
            "https://id.example/", "http://id.example/__/auth/handler",
            "https://app.example/__/auth/handler", "/__/auth/handler",
        ] {
            #expect(await world.beginError(id, at: url) == .redirectURLNotAllowed, "\(url)")
        }
    }
}
