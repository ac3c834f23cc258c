import FoundationNetworking
import CardeaIdentityStore
import CardeaSQLiteDriver

/// Public where nothing may be.
public struct Service {}
