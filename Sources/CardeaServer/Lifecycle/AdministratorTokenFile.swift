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

/// Access as the directory grants it; the file of a one-time token is removed after its use.
struct TidyingAccess: ProjectAccess {
    let access: DirectoryAccess
    let file: AdministratorTokenFile

    func project(apiKey: String) async throws(IdentityError) -> Project? {
        try await access.project(apiKey: apiKey)
    }
    func project(client: String) async throws(IdentityError) -> Project? {
        try await access.project(client: client)
    }
    func project(id: ProjectID) async throws(IdentityError) -> Project? { try await access.project(id: id) }
    func project(of administrator: Administrator) async throws(IdentityError) -> Project? {
        try await access.project(of: administrator)
    }
    func tenant(_ id: TenantID, in project: Project) async throws(IdentityError) -> Tenant? {
        try await access.tenant(id, in: project)
    }
    func app(client: String, of project: Project) -> App? { access.app(client: client, of: project) }
    func policy(of project: Project, tenant: TenantID?, app: AppID?) -> Policy {
        access.policy(of: project, tenant: tenant, app: app)
    }

    func administrator(presenting credential: String) async throws(IdentityError) -> Administrator? {
        let administrator = try await access.administrator(presenting: credential)
        if administrator != nil { file.tidy() }
        return administrator
    }
}
