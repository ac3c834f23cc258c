import CardeaIdentityDomain
import CardeaIdentityService
import CardeaLocks
import CardeaOperatingSystem
import CardeaLogging

/// The file with the first administrator's one-time token; it is deleted when the token was used or has expired.
final class AdministratorTokenFile: Sendable {
    private let path: String
    private let isThere: Atomic<Bool>
    private let isTokenGood: @Sendable () -> Bool
    private let logger: Logger

    init(_ application: Application, in directory: DataDirectory) {
        path = directory.administratorTokenFile
        isTokenGood = { application.hasOneTimeToken }
        logger = application.dependencies.logger
        isThere = Atomic((try? FileStatus(of: directory.administratorTokenFile)) != nil)
    }

    /// Removes the file if its token does not work any more.
    func tidy() {
        guard isThere.load(ordering: .relaxed), !isTokenGood() else { return }
        do {
            try PrivateFile.remove(path)
            isThere.store(false, ordering: .relaxed)
        } catch {
            logger.warning(
                "the file of the used administrator token was not removed",
                metadata: ["cause": .string("\(error)")]
            )
        }
    }
}
