// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    @available(*, noasync)
    public func lock() { fatalError() }
    @available(*, noasync)
    public func unlock() { fatalError() }
    @available(*, noasync)
    public func lockIfAvailable() -> Bool { fatalError() }
}

extension OSAllocatedUnfairLock where State == Void {
    public init() { fatalError() }
}
