import Dispatch
import Foundation
import CardeaLocks
import Testing

/// Holds for the standard library's lock as for the one that stands before it under ThreadSanitizer.
@Suite("Mutex")
final class MutexTests: Sendable {
    private struct Rejection: Error, Equatable {}

    private let value = Mutex(0)

    @Test("one body at a time has the value")
    func exclusion() async {
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1000 { self.value.withLock { $0 += 1 } } }
            }
        }
        #expect(value.withLock(\.self) == 8000)
    }

    @Test("an attempt to lock reports that another thread has the lock")
    func attempt() {
        let (isTaken, isFree) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            self.value.withLock { _ in
                isTaken.signal()
                isFree.wait()
            }
        }
        isTaken.wait()
        #expect(value.withLockIfAvailable(\.self) == nil)
        isFree.signal()
        #expect(value.withLock(\.self) == 0)
    }

    @Test("a body that throws releases the lock, and its error is rethrown")
    func failure() {
        #expect(throws: Rejection()) { try value.withLock { _ throws(Rejection) in throw Rejection() } }
        #expect(value.withLockIfAvailable(\.self) == 0)
    }
}
