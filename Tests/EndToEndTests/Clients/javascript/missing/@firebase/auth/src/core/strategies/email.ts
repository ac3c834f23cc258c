// Composed of the SDK's own parts: the sign-in methods of an address, and links to verify one.
import { _addTidIfNecessary, _performApiRequest, Endpoint, HttpMethod } from '../../api';
import * as api from '../../api/authentication/email_and_password';
import { _castAuth } from '../auth/auth_impl';
import { _setActionCodeSettingsOnRequest } from './action_code_settings';

export async function fetchSignInMethodsForEmail(auth: any, identifier: string): Promise<string[]> {
  const response: any = await _performApiRequest(
    auth,
    HttpMethod.POST,
    Endpoint.CREATE_AUTH_URI,
    _addTidIfNecessary(auth, { identifier, continueUri: location.origin + location.pathname })
  );
  return response.signinMethods || [];
}

export async function sendEmailVerification(user: any, settings?: any): Promise<void> {
  const request: any = { requestType: 'VERIFY_EMAIL', idToken: await user.getIdToken() };
  if (settings) _setActionCodeSettingsOnRequest(_castAuth(user.auth), request, settings);
  const { email } = await api.sendEmailVerification(user.auth, request);
  if (email !== user.email) await user.reload();
}

export async function verifyBeforeUpdateEmail(user: any, newEmail: string, settings?: any): Promise<void> {
  const request: any = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: await user.getIdToken(), newEmail };
  if (settings) _setActionCodeSettingsOnRequest(_castAuth(user.auth), request, settings);
  await api.verifyAndChangeEmail(user.auth, request);
}
