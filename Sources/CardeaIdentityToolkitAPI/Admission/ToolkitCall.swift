import CardeaIdentityService
import CardeaOperations

/// What an operation knows about its request beside the message.
struct ToolkitCall: Sendable {
    let caller: Caller
    let kind: CallerKind
    let query: QueryItems
    let services: ToolkitServices

    var service: IdentityService { services.service }
}

/// The services behind the operations.
struct ToolkitServices: Sendable {
    let service: IdentityService
    let projects: ProjectDirectory
    let random: any RandomSource
}

typealias ToolkitOperation = Operation<ToolkitCall>
