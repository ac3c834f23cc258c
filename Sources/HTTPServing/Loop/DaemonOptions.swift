import CMicrohttpd

/// The options of a daemon, in the library's form.
@safe
struct DaemonOptions {
    private var items: [MHD_OptionItem] = unsafe []

    init(socket: Int32, limits: HTTPLimits, context: UnsafeMutableRawPointer) {
        let target: MHD_TargetCallback = { _, target, handle in
            unsafe Callbacks.target(target, handle: handle)
            return nil
        }
        let connection: MHD_NotifyConnectionCallback = { loop, handle, slot, event in
            unsafe Callbacks.connection(loop: loop, handle: handle, slot: slot, event: event)
        }
        let completed: MHD_RequestCompletedCallback = { _, handle, _, _ in
            unsafe Callbacks.completed(handle: handle)
        }
        unsafe add(.LISTEN_SOCKET, Int(socket))
        // The head, a record for every field, and the head of the answer.
        unsafe add(.CONNECTION_MEMORY_LIMIT, limits.headBytes + limits.fieldCount * 80 + 4096)
        // `ConnectionQuota` counts instead, over all loops.
        unsafe add(.CONNECTION_LIMIT, Int(Int32.max))
        unsafe add(.URI_LOG_CALLBACK, unsafeBitCast(target, to: Int.self), context)
        unsafe add(.NOTIFY_CONNECTION, unsafeBitCast(connection, to: Int.self), context)
        unsafe add(.NOTIFY_COMPLETED, unsafeBitCast(completed, to: Int.self), context)
    }

    /// Lends the options, with those of TLS where there is a certificate.
    func withItems<Result>(
        adding certificate: HTTPServer.Certificate?,
        _ body: (UnsafePointer<MHD_OptionItem>?) -> Result
    ) -> Result {
        guard let certificate else { return unsafe ended(body) }
        return unsafe certificate.chain.withCString { chain in
            unsafe certificate.privateKey.withCString { key in
                unsafe "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2".withCString { priorities in
                    var options = self
                    unsafe options.add(.HTTPS_MEM_CERT, 0, UnsafeMutableRawPointer(mutating: chain))
                    unsafe options.add(.HTTPS_MEM_KEY, 0, UnsafeMutableRawPointer(mutating: key))
                    unsafe options.add(
                        .HTTPS_PRIORITIES,
                        0,
                        UnsafeMutableRawPointer(mutating: priorities)
                    )
                    return unsafe options.ended(body)
                }
            }
        }
    }

    private func ended<Result>(_ body: (UnsafePointer<MHD_OptionItem>?) -> Result) -> Result {
        unsafe (items + [MHD_OptionItem(option: .END, value: 0, ptr_value: nil)])
            .withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }

    private mutating func add(_ option: MHD_OPTION, _ value: Int, _ pointer: UnsafeMutableRawPointer? = nil) {
        unsafe items.append(MHD_OptionItem(option: option, value: value, ptr_value: pointer))
    }
}

/// What the library calls with a request's raw target; it has no name for this form.
typealias MHD_TargetCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer?
