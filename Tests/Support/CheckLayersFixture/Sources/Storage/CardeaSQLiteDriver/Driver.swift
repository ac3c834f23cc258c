package import struct CCardeaSQLite.sqlite3_file

struct Driver {
    nonisolated(unsafe) let file: UnsafePointer<sqlite3_file>
}
