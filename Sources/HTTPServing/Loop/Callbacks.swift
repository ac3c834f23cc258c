import CMicrohttpd

/// What the library calls, always on the thread of the loop that runs the daemon.
enum Callbacks {
    /// A connection was opened or has been closed.
    static func connection(
        loop: UnsafeMutableRawPointer?,
        handle: OpaquePointer?,
        slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        event: MHD_ConnectionNotificationCode
    ) {
        guard let loop = unsafe loop, let handle = unsafe handle, let slot = unsafe slot else { return }
        if event == .CONNECTION_NOTIFY_STARTED {
            let loop = unsafe Unmanaged<EventLoop>.fromOpaque(loop).takeUnretainedValue()
            let connection = unsafe Connection(handle, on: loop)
            unsafe slot.pointee = unsafe Unmanaged.passRetained(connection).toOpaque()
            loop.add(connection)
        } else if let connection = unsafe slot.pointee {
            unsafe Unmanaged<Connection>.fromOpaque(connection).takeRetainedValue().close()
            unsafe slot.pointee = nil
        }
    }

    /// A request line has arrived; the target is still as it was sent.
    static func target(_ target: UnsafePointer<CChar>?, handle: OpaquePointer?) {
        if let target = unsafe target { unsafe connection(of: handle)?.receive(target: target) }
    }

    /// A head is complete, a part of the body has arrived, the request is complete, or the connection was resumed.
    static func access(
        handle: OpaquePointer?,
        method: UnsafePointer<CChar>?,
        upload: UnsafePointer<CChar>?,
        size: UnsafeMutablePointer<Int>?
    ) -> MHD_Result {
        guard let connection = unsafe connection(of: handle), let method = unsafe method,
            let size = unsafe size
        else { return .NO }
        let part = unsafe UnsafeRawBufferPointer(start: upload, count: size.pointee)
        unsafe size.pointee = 0
        return unsafe connection.advance(method: method, part: part) ? .YES : .NO
    }

    /// A request has been answered, or its connection has broken.
    static func completed(handle: OpaquePointer?) {
        unsafe connection(of: handle)?.complete()
    }

    private static func connection(of handle: OpaquePointer?) -> Connection? {
        unsafe cardea_connection_context(handle).map {
            unsafe Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue()
        }
    }
}
