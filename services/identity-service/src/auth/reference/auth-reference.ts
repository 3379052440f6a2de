/**
 * Texts of better-auth's routes for the API reference, by path. The first sentence is the title,
 * and the rest is the description.
 */
export const authTexts: Readonly<Record<string, string>> = {
  '/ok': 'Whether sign-in works. Responds while the routes below `/api/auth` are available.',
  '/error': 'The page for a failed sign-in. Redirects to the dashboard’s sign-in page.',
  '/sign-up/email':
    'Sign up with an email address and a password. Creates an account and opens a session in a cookie. A password has 8 to 128 characters.',
  '/sign-in/email':
    'Sign in with an email address and a password. Opens a session in a cookie. If the account has a second factor, the response has `twoFactorRedirect` and no session. Send the code to one of the `two-factor/verify-…` routes.',
  '/sign-in/social':
    'Sign in at the operator’s identity provider. Returns the URL of its page, which redirects to `callbackURL` afterwards. `GET /api/auth-providers` states whether there is one. `provider` is `signin`.',
  '/callback/{id}':
    'Finish a sign-in at the identity provider. The identity provider redirects the browser here.',
  '/sign-out': 'Sign out. Ends the cookie’s session.',
  '/get-session':
    'The current session. The cookie’s session and its user. Null without a valid cookie.',
  '/list-sessions':
    'The user’s sessions. Only valid ones, with their browser and IP address. `current` marks the session of this request.',
  '/revoke-session': 'End a session. `token` comes from the list. The session ends immediately.',
  '/revoke-sessions': 'End all sessions. This includes the session of the request.',
  '/revoke-other-sessions': 'End all other sessions. The session of the request continues.',
  '/update-user': 'Change the user’s name or picture. Absent fields stay.',
  '/change-email':
    'Change the email address of the account. If the current address is verified, the user opens a link sent to it, and then a link sent to the new address. If the new address is taken, the response is the same but no email is sent.',
  '/send-verification-email':
    'Send the link that verifies an email address. The response is the same if no account has the address.',
  '/verify-email':
    'Verify an email address. The link in the email. Redirects to `callbackURL` if set.',
  '/change-password':
    'Change the password. Ends the other sessions. The response has the token of the session that continues.',
  '/verify-password': 'Check the password of the session. A wrong password is 400.',
  '/request-password-reset':
    'Send a link for a new password. The response is the same if no account has the address. The link works once, for an hour.',
  '/reset-password/{token}':
    'Open the link for a new password. Redirects to `callbackURL` with the token, or with `error` if the token was used or has expired.',
  '/reset-password':
    'Set a new password. Takes the token of the link, which works once. Ends all sessions, and the grants of assistants.',
  '/delete-user':
    'Delete the account. Needs the password. An account without a password needs a session that is at most a day old. For the last owner of an organisation the error is 409 `last_owner`.',
  '/list-accounts': 'The ways the user can sign in. The password and the linked identity provider.',
  '/link-social':
    'Link the identity provider. Returns the URL of its page. `provider` is `signin`.',
  '/unlink-account':
    'Unlink the identity provider. If it is the only way to sign in, the error is 400.',
  '/refresh-token': 'Renew the identity provider’s tokens. The account must be linked to it.',
  '/get-access-token': 'The identity provider’s access token. The account must be linked to it.',
  '/account-info':
    'The identity provider’s information about the user. The account must be linked to it.',
  '/organization/create':
    'Create an organisation. The caller becomes its owner, and it becomes the session’s active organisation.',
  '/organization/update': 'Change an organisation’s name, slug or logo. For owners and admins.',
  '/organization/delete':
    'Delete an organisation. For owners. Every service deletes the organisation’s data.',
  '/organization/set-active':
    'Choose the active organisation. Applies to the session from now on. Null deselects it.',
  '/organization/get-organization':
    'One organisation. The active one unless you name another of the user’s organisations.',
  '/organization/get-full-organization':
    'One organisation with its members and invitations. The active one unless you name another of the user’s organisations.',
  '/organization/list': 'The user’s organisations. All organisations that the user is a member of.',
  '/organization/check-slug': 'Whether a slug is free. If it is taken, the error is 400.',
  '/organization/list-members':
    'The members of an organisation. A page of members with their roles.',
  '/organization/get-active-member': 'The user’s membership. In the active organisation.',
  '/organization/get-active-member-role':
    'The role of a member. The caller’s role in the active organisation unless you name others.',
  '/organization/has-permission':
    'Whether the user’s role allows something. Send the actions by resource, for example `{ "invitation": ["create"] }`.',
  '/organization/update-member-role': 'Change the role of a member. For owners and admins.',
  '/organization/remove-member':
    'Remove a member. For owners and admins. The member’s API keys stop working.',
  '/organization/leave': 'Leave an organisation. The last owner cannot leave.',
  '/organization/invite-member':
    'Invite somebody. For owners and admins. Sends an email with the link, and `resend` sends it again. At most 100 invitations can be open.',
  '/organization/list-invitations':
    'The invitations of an organisation. The active one’s unless you name another.',
  '/organization/list-user-invitations':
    'The user’s invitations. Open invitations for the email address of the account.',
  '/organization/get-invitation':
    'One invitation. For the invited user, with the names of the organisation and the inviter.',
  '/organization/accept-invitation':
    'Accept an invitation. You must be signed in with the invited email address. The organisation becomes the active one.',
  '/organization/reject-invitation':
    'Decline an invitation. You must be signed in with the invited email address.',
  '/organization/cancel-invitation': 'Withdraw an invitation. For owners and admins.',
  '/api-key/create':
    'Create an API key. Only this response contains the key. `metadata` may set its `role`, no higher than its creator’s, and its `scopes`. `expiresIn` is in seconds.',
  '/api-key/list': 'The API keys of an organisation. Without the keys themselves.',
  '/api-key/get': 'One API key. Without the key itself.',
  '/api-key/update': 'Change an API key. Absent fields stay.',
  '/api-key/delete': 'Revoke an API key. It is refused from the next request on.',
  '/passkey/generate-register-options':
    'Start adding a passkey. The options for `navigator.credentials.create`.',
  '/passkey/verify-registration':
    'Add a passkey. Takes the result of `navigator.credentials.create`.',
  '/passkey/generate-authenticate-options':
    'Start signing in with a passkey. The options for `navigator.credentials.get`.',
  '/passkey/verify-authentication':
    'Sign in with a passkey. Takes the result of `navigator.credentials.get` and opens a session in a cookie.',
  '/passkey/list-user-passkeys': 'The user’s passkeys. With their names and devices.',
  '/passkey/update-passkey': 'Rename a passkey. Only the list shows the name.',
  '/passkey/delete-passkey': 'Remove a passkey. Nobody can sign in with it any more.',
  '/two-factor/enable':
    'Start using a second factor. Only this response contains the secret for an authenticator and ten recovery codes. The second factor is active after the first correct code.',
  '/two-factor/verify-totp':
    'Confirm with a code from the authenticator. Confirms a new second factor, or completes a sign-in. With `trustDevice`, this browser needs no code for 30 days.',
  '/two-factor/verify-backup-code':
    'Complete a sign-in with a recovery code. Each recovery code works once.',
  '/two-factor/get-totp-uri': 'The authenticator’s secret. For another device of the user.',
  '/two-factor/generate-backup-codes': 'Create new recovery codes. The previous ones stop working.',
  '/two-factor/disable': 'Turn off the second factor. Needs the password.',
  '/oauth2/register':
    'Register an assistant. Dynamic client registration (RFC 7591), open to every program. Each redirect URI must be at a host that the deployment allows. In production, URIs at the user’s own machine are refused.',
  '/oauth2/public-client':
    'The public facts about an assistant. For the consent page: its name and URLs, as it registered them.',
  '/oauth2/authorize':
    'Ask a user to allow an assistant. The authorization endpoint of OAuth 2.1 with PKCE. Redirects to the consent page, or back to the assistant with `error`.',
  '/oauth2/consent':
    'Allow or refuse an assistant. For the signed-in user. `oauth_query` is the query of the consent page. Returns the URL that the browser opens next.',
  '/oauth2/token':
    'Get or renew an assistant’s tokens. Takes an authorization code or a refresh token. An access token works for an hour, and only at `/api/mcp`.',
  '/oauth2/revoke':
    'Revoke an assistant’s token. The response is the same if the token is unknown.',
}

/** Parameter descriptions for better-auth's routes, by parameter name. */
export const authParameters: Readonly<Record<string, string>> = {
  authenticatorAttachment: '`platform` or `cross-platform`.',
  callbackURL: 'The page to redirect to, in this deployment.',
  client_id: 'The id that the assistant registered with.',
  code: 'The identity provider’s code.',
  configId: 'The kind of key. There is only one.',
  context: 'A text that is stored with the challenge.',
  device_id: 'The identity provider’s name for the device.',
  disableCookieCache: 'Has no effect, because sessions are read on each request.',
  disableRefresh: 'True if this request must not extend the session.',
  email: 'The email address of the account.',
  error: 'The identity provider’s error code.',
  error_description: 'The identity provider’s error text.',
  filterField: 'The field to filter by.',
  filterOperator: 'How to compare the field.',
  filterValue: 'The value to compare with.',
  id: 'The record’s id.',
  iss: 'The identity provider’s issuer.',
  limit: 'The page size.',
  membersLimit: 'The largest number of members in the response.',
  name: 'The passkey’s name.',
  offset: 'The number of records to skip.',
  organizationId: 'The organisation’s id. The active organisation by default.',
  organizationSlug: 'The organisation’s slug.',
  sortBy: 'The field to sort by.',
  sortDirection: 'The sort direction.',
  state: 'The state of the sign-in.',
  token: 'The token of the link.',
  user: 'The identity provider’s data about the user.',
  userId: 'The user’s id.',
}
