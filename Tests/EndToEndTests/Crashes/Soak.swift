import Foundation

/// The time that a campaign lasts: `CARDEA_SOAK_SECONDS` makes it go on for longer (`make soak`).
enum Soak {
    static func seconds(orElse short: Int) -> Int {
        ProcessInfo.processInfo.environment["CARDEA_SOAK_SECONDS"].flatMap(Int.init) ?? short
    }
}
