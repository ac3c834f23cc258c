import Glibc

/// Shows the progress of a task at a terminal; nothing if the output is not a terminal.
final class ProgressMeter {
    private let what: String
    private let console: Console
    private let isShown = isatty(STDERR_FILENO) == 1
    private var percent = -1

    init(_ what: String, _ console: Console) {
        self.what = what
        self.console = console
    }

    /// Takes a part of the whole, from 0 to 1.
    func show(_ part: Double) {
        let percent = Int(part * 100)
        guard isShown, percent != self.percent else { return }
        self.percent = percent
        console.overwrite("\(what) \(percent) %")
    }

    /// Clears the line.
    func end() {
        if isShown { console.overwrite("") }
    }
}
