// `session-probe DIRECTORY SERVER APIKEY REQUESTS [KILLPOINT]`: an app's process that starts, restores its user from
// the directory, makes its requests all at once, and says what came of it; or is killed on the way. REQUESTS is a
// number, or `NUMBERxROUNDS` for so many at once again and again.
// Without an API key, `-`, the server is one that exchanges tokens old for new.
//
// `session-probe DIRECTORY SERVER APIKEY STEP [ADDRESS]`: an app's process that signs in by a provider's page; see `PageProbe`.
//
// `session-probe DIRECTORY SERVER APIKEY STEP`: an app's process whose user changes the password; see `PasswordProbe`.
import CardeaSession
import CardeaCurlTransport
import DeviceUnderTest
import Foundation
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count > 3, let step = PageProbe.Step(rawValue: arguments[3]),
    let server = URL(string: arguments[1])
{
    try await PageProbe(directory: URL(filePath: arguments[0]), server: server, apiKey: arguments[2])
        .run(step, address: arguments.count > 4 ? URL(string: arguments[4]) : nil)
    exit(0)
}
if arguments.count > 3, let step = PasswordProbe.Step(rawValue: arguments[3]),
    let server = URL(string: arguments[1])
{
    try await PasswordProbe(directory: URL(filePath: arguments[0]), server: server, apiKey: arguments[2])
        .run(step)
    exit(0)
}
let counts = arguments.count > 3 ? arguments[3].split(separator: "x").compactMap { Int($0) } : []
guard !counts.isEmpty, let server = URL(string: arguments[1]) else { exit(2) }
try await Probe(
    directory: URL(filePath: arguments[0]),
    server: server,
    apiKey: arguments[2] == "-" ? nil : arguments[2],
    death: arguments.count > 4 ? KillPoint(rawValue: arguments[4]) : nil
).run(requests: counts[0], rounds: counts.count > 1 ? counts[1] : 1)
