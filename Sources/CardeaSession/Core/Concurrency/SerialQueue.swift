import CardeaLocks

/// Runs asynchronous work one after another, in the order it came.
///
/// Work that was begun is carried to its end, also when its caller is cancelled: who is the current user, and what
/// the store holds, must not part in the middle.
package final class SerialQueue: Sendable {
    private let last = Mutex<Task<Void, Never>?>(nil)

    package init() {}

    package func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result {
        let task = last.withLock { last in
            let previous = last
            let task = Task {
                await previous?.value
                return await work()
            }
            last = Task { _ = await task.value }
            return task
        }
        return await task.value
    }
}
