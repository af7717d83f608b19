import { dropTokens } from '../../../api/tokens.ts';
import type { LoginNotice } from '../login/login-message.ts';

/** Goes to the login once the server has ended the session. The page is loaded anew: nothing of the person is left. */
export function leave(notice: LoginNotice): void {
  dropTokens();
  window.location.assign(`/login?notice=${notice}`);
}
