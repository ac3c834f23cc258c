internal import Glibc

/// A terminal that a file descriptor is connected to.
package struct Terminal: Sendable {
    private let descriptor: Int32

    /// - Returns: `nil` if the descriptor is not that of a terminal.
    package init?(_ descriptor: Int32) {
        guard isatty(descriptor) == 1 else { return nil }
        self.descriptor = descriptor
    }

    /// The number of columns; `nil` if the terminal does not know.
    package var width: Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Whether the terminal shows what is typed.
    ///
    /// A new value discards what was typed before: it was not typed for the prompt that follows.
    package var showsInput: Bool {
        get { attributes.map { $0.c_lflag & tcflag_t(ECHO) != 0 } ?? true }
        nonmutating set {
            guard var attributes else { return }
            if newValue {
                attributes.c_lflag |= tcflag_t(ECHO)
            } else {
                // The line break is shown: the next output begins a line.
                attributes.c_lflag = attributes.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL)
            }
            _ = unsafe tcsetattr(descriptor, TCSAFLUSH, &attributes)
        }
    }

    private var attributes: termios? {
        var attributes = termios()
        return unsafe tcgetattr(descriptor, &attributes) == 0 ? attributes : nil
    }
}
