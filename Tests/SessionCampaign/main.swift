// `session-campaign [FIRST-SEED] [SECONDS]`: runs schedule after schedule until the time is over or one fails.
// `session-campaign SEED 0`: runs one, and tells everything that happens.
//
// The order of sets must not be random: start it with SWIFT_DETERMINISTIC_HASHING=1.
import Foundation

guard ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] != nil else {
    print("Start this with SWIFT_DETERMINISTIC_HASHING=1, or a seed does not bring the same schedule again.")
    exit(2)
}
let numbers = CommandLine.arguments.dropFirst().map { UInt64($0) }
let first = numbers.first.flatMap(\.self) ?? 1
let seconds = numbers.dropFirst().first.flatMap(\.self) ?? 5

let campaign = Campaign()
let isSingle = seconds == 0
let end = ContinuousClock.now + .seconds(Double(seconds))
var (seed, schedules, calls, answers) = (first, 0, 0, 0)
repeat {
    let outcome = campaign.run(seed: seed, isTracing: isSingle)
    schedules += 1
    calls += outcome.calls
    answers += outcome.answers
    if isSingle { outcome.lines.forEach { print($0) } }
    guard outcome.violations.isEmpty else {
        print("FAILED with CARDEA_SEED=\(seed)")
        outcome.violations.forEach { print("  \($0)") }
        exit(1)
    }
    seed += 1
} while ContinuousClock.now < end
print("\(schedules) schedules from seed \(first), \(calls) calls, \(answers) answered: every promise kept")
