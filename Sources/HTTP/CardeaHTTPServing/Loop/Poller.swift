import CCardeaLinux
import Glibc

/// The descriptors of a loop that wait for events, level-triggered.
@safe
final class Poller {
    /// The operations that a descriptor can become ready for.
    struct Interest: OptionSet {
        let rawValue: UInt32
        static let readable = Interest(rawValue: EPOLLIN.rawValue)
        static let writable = Interest(rawValue: EPOLLOUT.rawValue)
        /// The connection is broken, which is always reported.
        static let broken = Interest(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
    }

    private static let capacity = 256
    private let descriptor: Int32
    private let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: capacity)

    init() throws(HTTPServerError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw .resourcesExhausted }
    }

    deinit {
        Glibc.close(descriptor)
        unsafe events.deallocate()
    }

    /// Begins to watch a descriptor; `token` comes back with its events.
    func add(_ descriptor: Int32, token: Int32, _ interest: Interest) -> Bool {
        control(EPOLL_CTL_ADD, descriptor, token, interest)
    }

    func change(_ descriptor: Int32, token: Int32, _ interest: Interest) {
        _ = control(EPOLL_CTL_MOD, descriptor, token, interest)
    }

    /// Watches a descriptor no longer; it must still be open.
    func remove(_ descriptor: Int32) {
        _ = control(EPOLL_CTL_DEL, descriptor, 0, [])
    }

    /// Waits for events.
    ///
    /// - Parameter timeout: In milliseconds; -1 is for ever.
    /// - Returns: The number.
    func wait(_ timeout: Int32) -> Int {
        unsafe max(0, Int(epoll_wait(descriptor, events.baseAddress, Int32(Self.capacity), timeout)))
    }

    /// One of the events that `wait` counted.
    subscript(index: Int) -> (token: Int32, events: Interest) {
        let event = unsafe events[index]
        return unsafe (event.data.fd, Interest(rawValue: event.events))
    }

    private func control(
        _ operation: Int32,
        _ descriptor: Int32,
        _ token: Int32,
        _ interest: Interest
    )
        -> Bool
    {
        var event = unsafe epoll_event(events: interest.rawValue, data: epoll_data_t(fd: token))
        return unsafe epoll_ctl(self.descriptor, operation, descriptor, &event) == 0
    }
}
