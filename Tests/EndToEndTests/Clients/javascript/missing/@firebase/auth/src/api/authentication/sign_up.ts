// Composed of the SDK's own request function.
import { _addTidIfNecessary, _performSignInRequest, Endpoint, HttpMethod } from '../index';

export function signUp(auth: any, request: any): Promise<any> {
  return _performSignInRequest(auth, HttpMethod.POST, Endpoint.SIGN_UP, _addTidIfNecessary(auth, request));
}
