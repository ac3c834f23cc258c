/// Runs long work on the threads that all tasks share.
///
/// On the event loop of the request, every other connection of that loop would wait for the end of the work.
///
/// - Parameter work: The work. If the task is cancelled before the work begins, it never begins.
/// - Returns: The result; `nil` if the task was cancelled before the end of the work.
/// - Throws: The error of the work.
func offEventLoop<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value? {
    // An unstructured task inherits neither the executor of the loop nor a cancellation.
    let task = Task { Task.isCancelled ? nil : Result(catching: work) }
    let result = await withTaskCancellationHandler {
        await task.value
    } onCancel: {
        task.cancel()
    }
    return Task.isCancelled ? nil : try result?.get()
}
