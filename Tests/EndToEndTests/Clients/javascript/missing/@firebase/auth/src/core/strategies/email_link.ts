// Composed of the SDK's own parts: the request of a link, and the credential of a link.
import { sendSignInLinkToEmail as send } from '../../api/authentication/email_and_password';
import { ActionCodeURL } from '../action_code_url';
import { _castAuth } from '../auth/auth_impl';
import { EmailAuthProvider } from '../providers/email';
import { _setActionCodeSettingsOnRequest } from './action_code_settings';
import { signInWithCredential } from './credential';

export async function sendSignInLinkToEmail(auth: any, email: string, settings: any): Promise<void> {
  const internal = _castAuth(auth);
  const request: any = { requestType: 'EMAIL_SIGNIN', email, clientType: 'CLIENT_TYPE_WEB' };
  _setActionCodeSettingsOnRequest(internal, request, settings);
  await send(internal, request);
}

export function isSignInWithEmailLink(_auth: any, link: string): boolean {
  return ActionCodeURL.parseLink(link)?.operation === 'EMAIL_SIGNIN';
}

export async function signInWithEmailLink(auth: any, email: string, link: string): Promise<any> {
  return signInWithCredential(auth, EmailAuthProvider.credentialWithLink(email, link));
}
