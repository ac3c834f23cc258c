internal import Glibc

/// A user of this machine.
package struct SystemUser: Sendable, Equatable {
    package let name: String
    package let id: UInt32
    private let group: UInt32

    /// Finds a user by its name; `nil` if there is no such user.
    package init?(named name: String) {
        guard let entry = unsafe getpwnam(name) else { return nil }
        unsafe self.init(entry.pointee)
    }

    /// Finds a user by its number; `nil` if it has no name.
    package init?(id: UInt32) {
        var (entry, found) = unsafe (passwd(), UnsafeMutablePointer<passwd>?.none)
        var buffer = [CChar](repeating: 0, count: 16_384)
        let user = unsafe buffer.withUnsafeMutableBufferPointer { buffer -> SystemUser? in
            guard let start = buffer.baseAddress,
                // Threads that look for users at the same time need buffers of their own.
                unsafe getpwuid_r(id, &entry, start, buffer.count, &found) == 0, unsafe found != nil
            else { return nil }
            return unsafe SystemUser(entry)
        }
        guard let user else { return nil }
        self = user
    }

    /// The name of the user that this process acts for, or its number if it has no name.
    package static var current: String { SystemUser(id: geteuid())?.name ?? "\(geteuid())" }

    private init(_ entry: passwd) {
        unsafe name = String(cString: entry.pw_name)
        id = unsafe entry.pw_uid
        group = unsafe entry.pw_gid
    }

    /// Makes this the user of the whole process, with its groups and without the rights of the former user.
    ///
    /// - Throws: `FileError` with the name of the user: only root may do that.
    package func becomeProcessUser() throws(FileError) {
        guard unsafe initgroups(name, group) == 0, setgid(group) == 0, setuid(id) == 0 else {
            throw FileError(name)
        }
    }
}
