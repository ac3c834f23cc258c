/// A task that is cancelled when its last owner releases it.
package final class OwnedTask: Sendable {
    private let task: Task<Void, Never>

    package init(_ work: @escaping @Sendable () async -> Void) {
        task = Task.detached { await work() }
    }

    deinit { task.cancel() }
}
