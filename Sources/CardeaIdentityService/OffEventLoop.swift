/// Runs long work on the threads that all tasks share.
///
/// On the event loop of the request, every other connection of that loop would wait for the end of the work.
func offEventLoop<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    // An unstructured task does not inherit the executor of the loop.
    let result = await Task { Result(catching: work) }.value
    return try result.get()
}
