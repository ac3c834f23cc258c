import Foundation
import IdentityDomain
import IdentityService

/// The machine's time of day.
struct SystemClock: WallClock {
    func now() -> Timestamp {
        Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }
}
