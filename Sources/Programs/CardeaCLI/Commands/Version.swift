import CardeaServer

struct Version: Command {
    static let name = "version"
    static let summary = "Prints the version."

    func run(_ console: Console) async throws {
        console.print("cardea \(CardeaServer.version)")
    }
}
