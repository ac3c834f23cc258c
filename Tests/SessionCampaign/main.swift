// `session-campaign [FIRST-SEED] [SECONDS]`: runs schedule after schedule until the time is over or one fails.
// `session-campaign SEED 0`: runs one, and tells everything that happens.
// `session-campaign FIRST-SEED SECONDS SERVER APIKEY DIRECTORY`: the same against a real server, several at once.
//
// The order of sets must not be random: start it with SWIFT_DETERMINISTIC_HASHING=1.
import Dispatch
import Foundation

guard ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] != nil else {
    print("Start this with SWIFT_DETERMINISTIC_HASHING=1, or a seed does not bring the same schedule again.")
    exit(2)
}
let arguments = Array(CommandLine.arguments.dropFirst())
let numbers = arguments.prefix(2).map { UInt64($0) }
var series = Series(
    first: numbers.first.flatMap(\.self) ?? 1,
    seconds: numbers.dropFirst().first.flatMap(\.self) ?? 5
)
if arguments.count == 5, let server = URL(string: arguments[2]) {
    let campaign = RealCampaign(
        server: server,
        apiKey: arguments[3],
        directory: URL(filePath: arguments[4], directoryHint: .isDirectory)
    )
    Task.detached { [series] in exit(await series.run(campaign)) }
    dispatchMain()
}
exit(series.run(Campaign()))
