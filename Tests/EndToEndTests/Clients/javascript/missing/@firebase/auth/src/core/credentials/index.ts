// The entry of the folder, which the bundle does not have.
export { AuthCredential } from './auth_credential';
