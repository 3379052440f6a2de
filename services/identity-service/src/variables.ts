import {
  addressVariables,
  assistantVariables,
  type ConfigOf,
  defineVariables,
  endpoint,
  isTrustedAddress,
  mailProblems,
  mailVariables,
  peopleVariables,
  processVariables,
  serviceAddresses,
  sharedVariables,
  strangerMailVariables,
} from '@atrium/config'

const shortestStrongSecret = 32

export const identityVariables = defineVariables({
  owner: 'identity',
  table: {
    AUTH_SESSION_SECRET: { ...sharedVariables.AUTH_SESSION_SECRET, required: true },
    IDENTITY_PORT: serviceAddresses.identity.IDENTITY_PORT,
    ...addressVariables,
    ...processVariables,
    ...mailVariables,
    ...strangerMailVariables,
    ...peopleVariables,
    AUDIT_RETENTION_DAYS: {
      kind: 'public',
      type: 'days',
      default: 365,
      about: 'How many days audit entries are kept.',
    },
    SIGNIN_OAUTH_CLIENT_ID: {
      kind: 'identifier',
      type: 'text',
      about:
        'Client id at the identity provider. Do not use the mailbox client. If only the id or only the secret is set, sign-in is off and a warning is logged.',
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
      derived: '{DASHBOARD_URL:hostname}',
      about: 'WebAuthn relying-party id. In production it must be the registrable parent domain.',
    },
    PUSH_VAPID_PUBLIC_KEY: {
      kind: 'public',
      type: 'text',
      about:
        'Public VAPID key for notifications in browsers, base64url. `npx web-push generate-vapid-keys` makes a pair. `npm start` makes one outside production.',
      whenUnset: 'Nobody can turn on notifications in the browser.',
    },
    PUSH_VAPID_PRIVATE_KEY: {
      kind: 'secret',
      type: 'text',
      about: 'Its private key. If you replace the pair, every browser has to subscribe again.',
      whenUnset: 'Nobody can turn on notifications in the browser.',
    },
    PUSH_PRIVATE_ADDRESSES: {
      kind: 'public',
      type: 'choice',
      choices: ['refuse', 'loopback', 'allow'],
      default: 'refuse',
      about:
        "Which private addresses push messages may reach: all, only this machine's, or none. A cloud's metadata service is never allowed.",
    },
    DNS_SERVERS: {
      kind: 'public',
      type: 'list',
      default: [],
      about:
        'DNS servers that prove the domains of organisations, as comma-separated addresses, each with an optional port.',
      whenUnset: 'The servers of the operating system are used.',
    },
    ...assistantVariables,
  },
  integrations: [
    {
      id: 'signin',
      subsystem: 'auth',
      feature: 'sign-in with the identity provider',
      needs: ['SIGNIN_OAUTH_CLIENT_ID', 'SIGNIN_OAUTH_CLIENT_SECRET'],
    },
    {
      id: 'push',
      subsystem: 'push',
      feature: 'notifications in browsers',
      needs: ['PUSH_VAPID_PUBLIC_KEY', 'PUSH_VAPID_PRIVATE_KEY'],
    },
    {
      id: 'email',
      subsystem: 'email',
      feature: 'email sending',
      needs: ['EMAIL_API_KEY'],
      instead: 'SMTP_URL',
    },
  ],
  check: mailProblems,
  warnings: (config) => [
    ...(config.EMAIL_API_KEY && !config.SMTP_FROM
      ? [
          {
            subsystem: 'email',
            missing: ['SMTP_FROM'],
            feature: "email to anyone but the provider account's own address",
          },
        ]
      : []),
    ...(config.ADMIN_EMAILS.length > 0 && isTrustedAddress(config, { emailVerified: false })
      ? [
          {
            subsystem: 'auth',
            missing: ['EMAIL_API_KEY'],
            feature:
              'proof of the addresses in ADMIN_EMAILS (an account with one of them is administrator)',
          },
        ]
      : []),
    ...((config.AUTH_SESSION_SECRET?.length ?? shortestStrongSecret) < shortestStrongSecret
      ? [
          {
            subsystem: 'auth',
            missing: [`AUTH_SESSION_SECRET of ${shortestStrongSecret} characters or more`],
            feature: 'full-strength session signing',
          },
        ]
      : []),
  ],
})

export type IdentityValues = ConfigOf<typeof identityVariables>
