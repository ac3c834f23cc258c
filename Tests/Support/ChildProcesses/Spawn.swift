import Glibc

/// The descriptors of the three files that a program is given.
struct StandardFiles {
    let input: Int32
    let output: Int32
    let errors: Int32
}

struct SpawnFailure: Error {
    let code: Int32
}

/// Closes descriptors that a program inherited by chance, and executes it.
private let launcher = """
    for file in /proc/self/fd/*; do
        number=${file##*/}
        if [ "$number" -gt 2 ]; then eval "exec $number>&-"; fi
    done
    exec "$0" "$@"
    """

/// Starts a program that inherits only three files of this process.
///
/// With Foundation's `Process` in several threads, descriptors of other tests leak into the program. A server with
/// the end of another test's pipe makes that pipe's reader wait forever.
func spawn(
    _ executable: String,
    _ arguments: [String],
    environment: [String: String],
    _ files: StandardFiles
) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in [files.input, files.output, files.errors].enumerated() {
        unsafe posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
    }

    // Threads of Dispatch block signals, and this process may ignore some.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    // A server that has a terminal ends with it. The importer does not see POSIX_SPAWN_SETSID.
    let newSession: Int32 = 0x80
    let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession)
    unsafe posix_spawnattr_setflags(&attributes, flags)

    let words = ["bash", "-c", launcher, executable] + arguments
    var argumentPointers = unsafe words.map { unsafe strdup($0) } + [nil]
    var variablePointers = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer { unsafe (argumentPointers + variablePointers).forEach { unsafe free($0) } }
    var identifier = pid_t()
    let code = unsafe posix_spawn(
        &identifier,
        "/bin/bash",
        &actions,
        &attributes,
        &argumentPointers,
        &variablePointers
    )
    guard code == 0 else { throw SpawnFailure(code: code) }
    return identifier
}

/// Blocks until a process ends; returns its exit code, or 128 plus the signal that ended it.
func waitForEnd(of identifier: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
}
