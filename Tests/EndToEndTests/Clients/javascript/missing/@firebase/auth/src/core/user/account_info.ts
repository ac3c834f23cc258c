// Composed of the SDK's own parts: changes of a profile, an address and a password.
import { _performApiRequest, Endpoint, HttpMethod } from '../../api';

async function update(user: any, changes: object): Promise<void> {
  const request = { idToken: await user.getIdToken(), returnSecureToken: true, ...changes };
  const response: any = await _performApiRequest(user.auth, HttpMethod.POST, Endpoint.SET_ACCOUNT_INFO, request);
  await user._updateTokensIfNecessary(response, true);
}

export function updateProfile(
  user: any,
  { displayName, photoURL: photoUrl }: { displayName?: string; photoURL?: string }
): Promise<void> {
  return update(user, { displayName, photoUrl });
}

export function updateEmail(user: any, email: string): Promise<void> {
  return update(user, { email });
}

export function updatePassword(user: any, password: string): Promise<void> {
  return update(user, { password });
}
