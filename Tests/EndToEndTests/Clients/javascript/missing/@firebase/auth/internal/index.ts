// The part of this entry that the SDK uses itself.
export { DefaultConfig } from '../src/core/auth/auth_impl';
