import CardeaCLI
import Dispatch
import Glibc

// Top-level code that waits would run with a high priority, and so would all tasks that it starts. Without privileges, the
// runtime reports for each such thread that it cannot raise the priority.
Task.detached(priority: .medium) {
    exit(await Program.run(Array(CommandLine.arguments.dropFirst())))
}
dispatchMain()
