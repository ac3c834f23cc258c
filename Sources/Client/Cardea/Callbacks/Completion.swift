/// Gets the outcome of an operation: once, on no particular thread.
public typealias CardeaCompletion<Value> = @Sendable (Result<Value, CardeaError>) -> Void

/// Runs an operation for code that is not asynchronous; cancelling the task cancels the operation.
func complete<Value: Sendable>(
    _ completion: @escaping CardeaCompletion<Value>,
    _ operation: @escaping @Sendable () async throws(CardeaError) -> Value
) -> Task<Void, Never> {
    Task {
        do throws(CardeaError) {
            completion(.success(try await operation()))
        } catch {
            completion(.failure(error))
        }
    }
}
