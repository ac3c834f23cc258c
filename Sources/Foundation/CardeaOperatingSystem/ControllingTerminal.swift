internal import Glibc

/// The terminal that the process was started in.
package enum ControllingTerminal {
    /// Whether the process should end with its terminal: it has one, and does not ignore SIGHUP as under nohup(1).
    package static var endsProcess: Bool {
        let descriptor = unsafe open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        var action = sigaction()
        guard unsafe sigaction(SIGHUP, nil, &action) == 0 else { return true }
        let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return unsafe handler != unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
