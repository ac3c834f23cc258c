#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Whether the terminal at the standard input shows what is typed.
enum TerminalEcho {
    /// Sets it at once; nothing happens where the standard input is not a terminal.
    static func set(_ isOn: Bool) {
        var attributes = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &attributes) == 0 else { return }
        let flag = tcflag_t(ECHO)
        attributes.c_lflag = isOn ? attributes.c_lflag | flag : attributes.c_lflag & ~flag
        unsafe tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
    }
}
