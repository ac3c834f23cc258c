import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaOperations
import Testing

@Suite("Names of management that differ from others in their bytes")
struct EquivalentNameTests {
    @Test(
        "each operation rejects a name that is canonically equal to that of an object (security 3)",
        arguments: Place.managed.filter { !$0.form.parameters.isEmpty }
    )
    func objects(_ place: Place) async throws {
        let world = try await ManagedWorld()
        let before = try await world.state()
        let body = place.operation.method.hasBody ? Array("{}".utf8) : []
        for parameter in place.form.parameters {
            for other in world.name(parameter, at: place).equivalents {
                let path = world.path(place, naming: [parameter: PercentEncoding.encode(other)])
                let response = await world.management.ask(place.operation.method, path, text: body)
                #expect((400..<500).contains(response.status), "\(path): \(response.text)")
            }
        }
        #expect(try await world.state() == before)
        guard place.operation.method == .get else { return }
        #expect(await world.management.ask(.get, world.path(place, naming: [:])).status == 200)
    }

    @Test("a setting, and a value of it, are read by their bytes (security 3)")
    func settings() async throws {
        let management = try await Management()
        func change(_ group: String, _ key: String, _ value: JSONValue) async -> Int {
            let settings: JSONValue = ["settings": [group: .object([key: value])]]
            return await management.ask(.patch, "projects/demo", settings).status
        }
        #expect(await change("tokens", "accessTokenLifetime", 600) == 200)
        for group in "tokens".equivalents { #expect(await change(group, "accessTokenLifetime", 700) == 400) }
        for key in "accessTokenLifetime".equivalents { #expect(await change("tokens", key, 700) == 400) }
        #expect(await change("phone", "allowedRegions", ["KE"]) == 200)
        for region in "KE".equivalents {
            #expect(await change("phone", "allowedRegions", [.string(region)]) == 400)
        }
    }
}
