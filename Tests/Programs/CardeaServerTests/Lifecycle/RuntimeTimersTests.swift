import CardeaServer
import Glibc
import LoggingTestSupport
import Testing

@Suite struct RuntimeTimersTests {
    @Test("a server whose descriptors run out can still sleep (security 25)")
    func outOfDescriptors() async {
        // In a process of its own: the first sleep of a process opens the descriptors, and the limit is the process's.
        await #expect(processExitsWith: .success) {
            let server = try await CardeaServer.startEmulator(port: 0, logger: .silent)
            let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit()
            _ = unsafe getrlimit(kind, &limit)
            let allowed = limit.rlim_cur
            limit.rlim_cur = 0
            _ = unsafe setrlimit(kind, &limit)
            try await ContinuousClock().sleep(for: .milliseconds(1))
            try await SuspendingClock().sleep(for: .milliseconds(1))
            limit.rlim_cur = allowed
            _ = unsafe setrlimit(kind, &limit)
            await server.shutdown()
        }
    }
}
