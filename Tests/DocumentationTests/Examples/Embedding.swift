import CardeaServer

// What the pages of CardeaServer show.
private struct Program {
    func run() async throws {
        // EXAMPLE Embedding
        var configuration = CardeaServer.Configuration()
        configuration.data = "/var/lib/myapp/identity"
        configuration.port = 0

        let server = try await CardeaServer.start(configuration) { greeting in
            print(greeting)
        }
        print("listening on port \(server.port)")
        // ...
        await server.shutdown()
        // END
    }
}
