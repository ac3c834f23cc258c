import CCardeaLinux
import Glibc

/// The number of files and sockets that this process may have open (`RLIMIT_NOFILE`).
package enum DescriptorLimit {
    /// The descriptors that a server needs besides its connections: listeners, rejected connections, the database, the log.
    private static let reserve = 128

    /// Raises the limit, as far as the system allows, so that a number of connections fits.
    ///
    /// - Returns: The number of connections that fit.
    package static func raise(toHold connections: Int) -> Int {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard unsafe getrlimit(kind, &limit) == 0 else { return connections }
        let needed = rlim_t(min(connections, 1 << 30) + reserve)
        if limit.rlim_cur < needed {
            limit.rlim_cur = min(needed, limit.rlim_max)
            _ = unsafe setrlimit(kind, &limit)
            _ = unsafe getrlimit(kind, &limit)
        }
        return fitting(connections, below: Int(clamping: limit.rlim_cur))
    }

    /// The number of connections, out of some, that fit below a limit.
    ///
    /// A low limit is shared with the rest of the server.
    static func fitting(_ connections: Int, below limit: Int) -> Int {
        min(connections, limit - min(reserve, limit / 2))
    }
}
