import CardeaIdentityDomain
import CardeaLocks

/// The projects of an emulator whose users may share an e-mail address across providers.
///
/// Users with passwords never share one, as in the public emulator.
final class DuplicateEmails: Sendable {
    private let projects = Mutex<Set<ProjectID>>([])

    func areAllowed(in project: ProjectID) -> Bool { projects.withLock { $0.contains(project) } }

    func set(_ allows: Bool, for project: ProjectID) {
        projects.withLock { projects in
            if allows { projects.insert(project) } else { projects.remove(project) }
        }
    }
}
