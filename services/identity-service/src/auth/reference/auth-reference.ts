/**
 * Texts of better-auth's routes for the API reference, by path. The first sentence is the title,
 * and the rest is the description.
 */
export const authTexts: Readonly<Record<string, string>> = {
  '/ok': 'Whether sign-in works. Answers as long as the routes below `/api/auth` can be reached.',
  '/error': 'The page of a failed sign-in. Leads to the sign-in page of the dashboard.',
  '/sign-up/email':
    'Sign up with an address and a password. Creates an account and opens a session in a cookie. A password has 8 to 128 characters.',
  '/sign-in/email':
    'Sign in with an address and a password. Opens a session in a cookie. An account with a second factor gets `twoFactorRedirect` and no session; the code follows at one of the `two-factor/verify-…` routes.',
  '/sign-in/social':
    'Sign in at the identity provider of the operator. Answers the address of its page, which leads back to `callbackURL`. `GET /api/auth-providers` tells whether there is one; `provider` is `signin`.',
  '/callback/{id}':
    'The end of a sign-in at the identity provider. The address to which the identity provider leads the browser back.',
  '/sign-out': 'Sign out. Ends the session of the cookie.',
  '/get-session':
    'The session of the cookie. The session and its person; null without a valid cookie.',
  '/list-sessions':
    'The sessions of the person. Those that are still valid, with their browser and address; `current` marks that of the request.',
  '/revoke-session': 'End a session. Names it by the `token` of the list. It ends at once.',
  '/revoke-sessions': 'End all sessions. That of the request is among them.',
  '/revoke-other-sessions': 'End all other sessions. That of the request goes on.',
  '/update-user': 'Change the name or picture of the person. A field that is not named stays.',
  '/change-email':
    'Change the address of the account. An account with a proved address opens a link at that address, then one at the new one. An address that is taken gets the same answer and no mail.',
  '/send-verification-email':
    'Send the link that proves an address. The answer is the same for an address without an account.',
  '/verify-email':
    'Prove an address. The link of the mail. Leads to `callbackURL` where one is named.',
  '/change-password':
    'Change the password. Ends the other sessions. The answer has the token of the session that goes on.',
  '/verify-password': 'Check the password of the session. A wrong one is 400.',
  '/request-password-reset':
    'Send a link to a new password. The answer is the same for an address without an account. The link works once, for an hour.',
  '/reset-password/{token}':
    'The link to a new password. Leads to `callbackURL` with the token, or with `error` once it has been used or is over.',
  '/reset-password':
    'Set a new password. Takes the token of the link once. Ends all sessions and the grants of assistants.',
  '/delete-user':
    'Delete the account. Needs the password, or for an account without one a session of at most a day. The last owner of an organisation gets 409 `last_owner`.',
  '/list-accounts': 'How the person can sign in. The password and the linked identity provider.',
  '/link-social':
    'Link the identity provider. Answers the address of its page. `provider` is `signin`.',
  '/unlink-account':
    'Unlink the identity provider. The last way to sign in stays: it is refused with 400.',
  '/refresh-token':
    'Renew the tokens of the identity provider. For an account that is linked to it.',
  '/get-access-token':
    'The access token of the identity provider. For an account that is linked to it.',
  '/account-info':
    'What the identity provider says about the person. For an account that is linked to it.',
  '/organization/create':
    'Create an organisation. The caller owns it, and it becomes the active one of the session.',
  '/organization/update': 'Change name, slug or logo of an organisation. For owners and admins.',
  '/organization/delete':
    'Delete an organisation. For owners. Every service removes what it keeps of it.',
  '/organization/set-active':
    'Choose the active organisation. The session acts in it from then on; null leaves none.',
  '/organization/get-organization':
    'One organisation. The active one unless another one of the person is named.',
  '/organization/get-full-organization':
    'One organisation with its members and invitations. The active one unless another one of the person is named.',
  '/organization/list': 'The organisations of the person. Those of which the person is a member.',
  '/organization/check-slug': 'Whether a slug is free. A slug that is taken is refused with 400.',
  '/organization/list-members': 'The members of an organisation. A page of them, with their roles.',
  '/organization/get-active-member':
    'The membership of the person. That in the active organisation.',
  '/organization/get-active-member-role':
    'The role of a member. That of the caller in the active organisation unless others are named.',
  '/organization/has-permission':
    'Whether the role of the person allows something. Names the actions by resource, such as `{ "invitation": ["create"] }`.',
  '/organization/update-member-role': 'Change the role of a member. For owners and admins.',
  '/organization/remove-member':
    'Remove a member. For owners and admins. The keys of the member end with the membership.',
  '/organization/leave': 'Leave an organisation. The last owner is refused.',
  '/organization/invite-member':
    'Invite somebody. For owners and admins. Sends a mail with the link; `resend` sends it again. At most 100 invitations are open.',
  '/organization/list-invitations':
    'The invitations of an organisation. Those of the active one unless another one is named.',
  '/organization/list-user-invitations':
    'The invitations of the person. Those that are open for the address of the account.',
  '/organization/get-invitation':
    'One invitation. For the person who is invited, with the names of the organisation and of the inviter.',
  '/organization/accept-invitation':
    'Accept an invitation. For the signed-in owner of its address. The organisation becomes the active one.',
  '/organization/reject-invitation':
    'Decline an invitation. For the signed-in owner of its address.',
  '/organization/cancel-invitation': 'Withdraw an invitation. For owners and admins.',
  '/api-key/create':
    'Create an API key. Answers the key once. `metadata` may name its `role`, no higher than that of its creator, and its `scopes`; `expiresIn` are seconds.',
  '/api-key/list': 'The API keys of an organisation. Without the keys themselves.',
  '/api-key/get': 'One API key. Without the key itself.',
  '/api-key/update': 'Change an API key. A field that is not named stays.',
  '/api-key/delete': 'Revoke an API key. It is refused from the next request on.',
  '/passkey/generate-register-options':
    'Begin to add a passkey. The options for `navigator.credentials.create`.',
  '/passkey/verify-registration':
    'Add a passkey. Takes the answer of `navigator.credentials.create` to the options.',
  '/passkey/generate-authenticate-options':
    'Begin to sign in with a passkey. The options for `navigator.credentials.get`.',
  '/passkey/verify-authentication':
    'Sign in with a passkey. Takes the answer of `navigator.credentials.get` to the options, and opens a session in a cookie.',
  '/passkey/list-user-passkeys': 'The passkeys of the person. With their names and devices.',
  '/passkey/update-passkey': 'Rename a passkey. The name is shown in the list only.',
  '/passkey/delete-passkey': 'Remove a passkey. It signs nobody in from then on.',
  '/two-factor/enable':
    'Begin to use a second factor. Answers the secret for an authenticator and ten recovery codes, once. The factor counts from the first good code on.',
  '/two-factor/verify-totp':
    'Confirm with a code of the authenticator. Confirms a new factor, or completes a sign-in. `trustDevice` spares the browser the code for 30 days.',
  '/two-factor/verify-backup-code':
    'Complete a sign-in with a recovery code. Each recovery code works once.',
  '/two-factor/get-totp-uri': 'The secret of the authenticator. For another device of the person.',
  '/two-factor/generate-backup-codes': 'New recovery codes. The former ones end.',
  '/two-factor/disable': 'End the second factor. Needs the password.',
  '/oauth2/register':
    'Register an assistant. Dynamic client registration (RFC 7591), open to every program. Each redirect address is at a host that the deployment allows; one at the own machine of the person is refused in production.',
  '/oauth2/public-client':
    'The public facts of an assistant. What the consent page shows: its name and addresses, as it registered them.',
  '/oauth2/authorize':
    'Ask a person to allow an assistant. The authorization endpoint of OAuth 2.1 with PKCE. Leads to the consent page, or back to the assistant with `error`.',
  '/oauth2/consent':
    'Answer an assistant. For the signed-in person; `oauth_query` is the query of the consent page. Answers the address that the browser goes to next.',
  '/oauth2/token':
    'Obtain or renew the tokens of an assistant. Takes the code of an authorization or a refresh token. An access token works for an hour, at `/api/mcp` alone.',
  '/oauth2/revoke': 'End a token of an assistant. A token that is not known gets the same answer.',
}

/** Parameter descriptions for better-auth's routes, by parameter name. */
export const authParameters: Readonly<Record<string, string>> = {
  authenticatorAttachment: '`platform` or `cross-platform`',
  callbackURL: 'The page to lead to; of this deployment',
  client_id: 'The id under which the assistant registered',
  code: 'The code of the identity provider',
  configId: 'The kind of key; there is one',
  context: 'A text that is kept with the challenge',
  device_id: 'The device, as the identity provider names it',
  disableCookieCache: 'Without effect: sessions are read on each request',
  disableRefresh: 'Whether the session is not to be prolonged',
  email: 'The address; that of the account',
  error: 'The refusal of the identity provider',
  error_description: 'The words of the refusal',
  filterField: 'The field that is filtered',
  filterOperator: 'How it is compared',
  filterValue: 'What it is compared with',
  id: 'The id of the record',
  iss: 'The issuer of the identity provider',
  limit: 'The most records of the page',
  membersLimit: 'The most members of the answer',
  name: 'The name of the passkey',
  offset: 'The records before the page',
  organizationId: 'The id of the organisation; the active one by default',
  organizationSlug: 'The slug of the organisation',
  sortBy: 'The field of the order',
  sortDirection: 'The direction of the order',
  state: 'The state of the sign-in',
  token: 'The token of the link',
  user: 'The person, as the identity provider says',
  userId: 'The id of the user',
}
