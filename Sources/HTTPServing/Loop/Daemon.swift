import CMicrohttpd

/// A libmicrohttpd daemon without threads of its own, which calls back into one event loop.
///
/// Everything but `init` is called on the loop's thread.
@safe
struct Daemon {
    /// Readable when the daemon should be run.
    let descriptor: Int32
    private let handle: OpaquePointer

    /// Starts a daemon on a listening socket, which is closed when the daemon stops or cannot be started.
    ///
    /// - Parameters:
    ///   - socket: The listening socket.
    ///   - loop: What is called back; it must live until the daemon is stopped.
    /// - Throws: When the library refuses, mostly because of the certificate.
    init(listeningOn socket: Int32, for loop: EventLoop) throws(HTTPServerError) {
        let context = unsafe Unmanaged.passUnretained(loop).toOpaque()
        let certificate = loop.settings.certificate
        let flags = MHD_USE_EPOLL.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        let options = unsafe DaemonOptions(socket: socket, limits: loop.settings.limits, context: context)
        let handle = unsafe options.withItems(adding: certificate) { items in
            unsafe cardea_start_daemon(
                flags | (certificate == nil ? 0 : MHD_USE_TLS.rawValue),
                { _, handle, _, method, _, upload, size, _ in
                    unsafe Callbacks.access(handle: handle, method: method, upload: upload, size: size)
                },
                context,
                items
            )
        }
        guard let handle = unsafe handle else {
            throw certificate == nil ? .resourcesExhausted : .certificateRefused
        }
        unsafe self.handle = unsafe handle
        descriptor = unsafe cardea_daemon_epoll(handle)
    }

    /// The version of the library, as `0.9.75`.
    static var version: String { unsafe String(cString: MHD_get_version()) }

    /// Whether the daemon has work at hand that its descriptor does not tell of.
    var hasWork: Bool {
        var timeout: UInt64 = 0
        return unsafe MHD_get_timeout(handle, &timeout) == .YES && timeout == 0
    }

    /// Accepts, reads, calls back and writes as far as can be done without waiting.
    func run() {
        unsafe MHD_run(handle)
    }

    /// Stops accepting, and gives the listening socket back.
    func quiesce() -> Int32 {
        unsafe MHD_quiesce_daemon(handle)
    }

    /// Closes all connections, none of which may be suspended.
    func stop() {
        unsafe MHD_stop_daemon(handle)
    }
}
