import type { VariableTable } from '../variable.ts'

/** The mailbox provider, sign-in with an identity provider, passkeys and MCP clients. */
export const accountVariables = {
  MAILBOX_OAUTH_CLIENT_ID: {
    kind: 'identifier',
    type: 'text',
    about: "Client id of the operator's app at the mailbox provider.",
    whenUnset: 'The self-serve mailbox reconnect flow is dormant.',
  },
  MAILBOX_OAUTH_CLIENT_SECRET: {
    kind: 'secret',
    type: 'text',
    about: 'Its client secret.',
    whenUnset: 'The self-serve mailbox reconnect flow is dormant.',
  },
  MAILBOX_OAUTH_REDIRECT_URI: {
    kind: 'public',
    type: 'url',
    default: '',
    about:
      'Must equal a registered redirect URI byte for byte. Empty stands for `API_URL` + `/api/connect/mailbox/callback`.',
  },
  MAILBOX_DIALOG_URL: endpoint('url', 'Replaces the whole authorize URL.'),
  MAILBOX_TOKEN_URL: endpoint('url', 'Replaces the whole token endpoint.'),
  MAILBOX_API_URL: endpoint(
    'baseUrl',
    'Replaces the root under which the mail, calendar and drive paths stand.',
  ),
  MAILBOX_USER_EMAIL: {
    kind: 'identifier',
    type: 'text',
    about: "The operator's own mailbox address. The legacy alias `MY_EMAIL_ADDRESS` stands in for it.",
    whenUnset: 'Some mailbox filters degrade.',
  },
  MY_EMAIL_ADDRESS: {
    kind: 'identifier',
    type: 'text',
    about: 'Legacy alias of `MAILBOX_USER_EMAIL`, which wins when both are set.',
  },
  SIGNIN_OAUTH_CLIENT_ID: {
    kind: 'identifier',
    type: 'text',
    about:
      'Client id at the identity provider; another client than the mailbox one. Half a pair counts as none and warns.',
    whenUnset: 'The sign-in button is absent.',
  },
  SIGNIN_OAUTH_CLIENT_SECRET: {
    kind: 'secret',
    type: 'text',
    about: 'Its client secret.',
    whenUnset: 'The sign-in button is absent.',
  },
  SIGNIN_ISSUER_URL: endpoint('url', 'OpenID issuer of the identity provider.'),
  AUTH_PASSKEY_RP_ID: {
    kind: 'public',
    type: 'text',
    derived: 'the host name of `DASHBOARD_URL`',
    about: 'WebAuthn relying-party id. In production it must be the registrable parent domain.',
  },
  MCP_ALLOWED_REDIRECT_HOSTS: {
    kind: 'public',
    type: 'list',
    default: ['claude.ai', 'chatgpt.com'],
    about:
      'Host names, comma-separated, that an MCP OAuth client may redirect to; a leading dot matches subdomains. Loopback is accepted too, except in production.',
  },
} as const satisfies VariableTable

function endpoint<Type extends 'url' | 'baseUrl'>(type: Type, about: string) {
  return { kind: 'identifier', type, about, whenUnset: 'The real provider.' } as const
}
