// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Dispatch

public struct NWPath: Sendable {
    public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }

    public let status: Status
}

public final class NWPathMonitor: Sendable {
    public init() {}

    public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
        get { fatalError() }
        set { fatalError() }
    }

    public func start(queue: DispatchQueue) {}
    public func cancel() {}
}
