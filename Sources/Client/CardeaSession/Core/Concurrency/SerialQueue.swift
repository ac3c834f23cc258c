import CardeaLocks

/// Runs asynchronous work one after another, in the order it came.
///
/// Work that has begun is finished, also if its caller is cancelled. Otherwise the current user and the stored record
/// could be of different users.
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
