import CardeaLocks

/// A state that tasks can wait on; they leave when it is as they wish, or when they are cancelled.
final class Watched<State: Sendable>: Sendable {
    private struct Watcher {
        let isContent: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Content {
        var state: State
        var lastID = 0
        var watchers: [Int: Watcher] = [:]

        /// Takes out those who need not wait any more, in order of arrival.
        mutating func leaving() -> [CheckedContinuation<Void, Never>] {
            let leaving = watchers.filter { $0.value.isContent(state) }.sorted { $0.key < $1.key }
            for (id, _) in leaving { watchers[id] = nil }
            return leaving.map(\.value.continuation)
        }
    }

    private let content: Mutex<Content>

    init(_ state: State) { content = Mutex(Content(state: state)) }

    /// Reads or changes the state, and lets those go who waited for what it is then.
    func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, leaving) = content.withLock { content in
            let result = body(&content.state)
            return (result, content.leaving())
        }
        for continuation in leaving { continuation.resume() }
        return result
    }

    /// Waits until the state is as wished, or the task is cancelled.
    func until(_ isContent: @escaping @Sendable (State) -> Bool) async {
        let id = content.withLock { content in
            content.lastID += 1
            return content.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = content.withLock { content in
                    if Task.isCancelled || isContent(content.state) { return true }
                    content.watchers[id] = Watcher(isContent: isContent, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            content.withLock { $0.watchers.removeValue(forKey: id) }?.continuation.resume()
        }
    }
}
