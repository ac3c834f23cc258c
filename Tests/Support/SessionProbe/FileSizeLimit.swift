import Glibc

/// Ends the process in the middle of the next file that this thread writes: the kernel lets it write so many bytes.
func dieInTheNextFile(after bytes: UInt) {
    signal(SIGXFSZ) { _ in kill(getpid(), SIGKILL) }
    // Threads of Dispatch block signals.
    var excess = sigset_t()
    unsafe sigemptyset(&excess)
    unsafe sigaddset(&excess, SIGXFSZ)
    unsafe pthread_sigmask(SIG_UNBLOCK, &excess, nil)
    var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}
