import Glibc

/// Memory for hashing, which leaves enough to the rest of the server: that ends if an allocation fails (security L14).
enum HashingMemory {
    private static let reserve = 64 << 20

    /// Takes memory from the system.
    ///
    /// - Returns: `nil` if there is not enough.
    static func map(_ count: Int) -> UnsafeMutableRawPointer? {
        guard let reserved = unsafe pages(reserve, PROT_NONE, 0) else { return nil }
        defer { unsafe unmap(reserved, reserve) }
        return unsafe pages(count, PROT_READ | PROT_WRITE, MAP_POPULATE)
    }

    static func unmap(_ memory: UnsafeMutableRawPointer?, _ count: Int) {
        unsafe munmap(memory, count)
    }

    /// Whether a library that allocates by itself would find so much.
    static func isAvailable(_ count: Int) -> Bool {
        guard let memory = unsafe pages(reserve + count, PROT_READ | PROT_WRITE, 0) else { return false }
        unsafe unmap(memory, reserve + count)
        return true
    }

    private static func pages(
        _ count: Int,
        _ protection: Int32,
        _ flags: Int32
    ) -> UnsafeMutableRawPointer? {
        let memory = unsafe mmap(nil, count, protection, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0)
        return unsafe memory == MAP_FAILED ? nil : memory
    }
}
