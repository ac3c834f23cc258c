import CardeaIdentityDomain
import CardeaIdentityService

extension TimeSpan {
    /// The access-token lifetime that a sign-in asks for (K6); the project's maximum caps it later.
    ///
    /// - Parameter seconds: As sent.
    /// - Throws: `invalidLifetime` for nothing, less, or what cannot be meant.
    init(asked seconds: Int64) throws(IdentityError) {
        // A hundred years: far above every project's maximum, and small enough to count in milliseconds.
        guard (1...3_155_760_000).contains(seconds) else { throw .invalidLifetime }
        self.init(milliseconds: seconds * 1000)
    }
}
