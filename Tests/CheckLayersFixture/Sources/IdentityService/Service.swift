import FoundationNetworking
import IdentityStore
import SQLiteDriver

/// Public where nothing may be.
public struct Service {}
