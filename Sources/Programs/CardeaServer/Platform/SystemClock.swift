import Dispatch
import Foundation
import CardeaIdentityDomain
import CardeaIdentityService

/// The machine's time of day, and the time since it was started.
struct SystemClock: WallClock {
    func now() -> Timestamp {
        Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }

    func steady() -> Timestamp {
        Timestamp(milliseconds: Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000))
    }
}
