import Foundation
import CardeaLocks

/// A value that threads change under a lock.
final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) {
        self.value = Mutex(value)
    }

    func withLock<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        value.withLock { body(&$0) }
    }
}

/// Holds the thread that comes to it until it is opened.
final class Gate: Sendable {
    private let state = Mutex((isReached: false, isOpen: false))

    func pass() {
        state.withLock { $0.isReached = true }
        while !state.withLock({ $0.isOpen }) { Thread.sleep(forTimeInterval: 0.001) }
    }

    func open() {
        state.withLock { $0.isOpen = true }
    }

    func isReached() async {
        while !state.withLock({ $0.isReached }) { await Task.yield() }
    }
}

/// Lets threads go on when so many of them have come together.
final class Meeting: Sendable {
    private let size: Int
    private let present = Mutex(0)

    init(of size: Int) {
        self.size = size
    }

    func arrive() {
        present.withLock { $0 += 1 }
        while present.withLock({ $0 }) < size { Thread.sleep(forTimeInterval: 0.001) }
    }
}
