// `session-campaign FIRST-SEED 300`: runs so many schedules, or fewer when one fails.
// `session-campaign FIRST-SEED 60s`: goes on for so many seconds.
// `session-campaign SEED one`: runs one, and tells everything that happens.
// `session-campaign FIRST-SEED 300 CARDEA DIRECTORY`: the same against `CARDEA serve`, several at once.
//
// The order of sets must not be random: start it with SWIFT_DETERMINISTIC_HASHING=1.
import Dispatch
import Foundation

guard ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] != nil else {
    print("Start this with SWIFT_DETERMINISTIC_HASHING=1, or a seed does not bring the same schedule again.")
    exit(2)
}
let arguments = Array(CommandLine.arguments.dropFirst())
var series = Series(
    first: arguments.first.flatMap(UInt64.init) ?? 1,
    length: arguments.dropFirst().first.flatMap { Series.Length($0) } ?? .one
)
guard arguments.count == 4 else { exit(series.run(Campaign())) }
let directory = URL(filePath: arguments[3], directoryHint: .isDirectory)
Task.detached { [series, program = arguments[2]] in
    do {
        let server = try await ServeProcess(program, data: directory.appending(path: "data").path)
        let outcome = await series.run(RealCampaign(server: server, directory: directory))
        await server.stop()
        exit(outcome)
    } catch {
        print("the server did not start: \(error)")
        exit(2)
    }
}
dispatchMain()
