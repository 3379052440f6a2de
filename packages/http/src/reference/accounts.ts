import type { ReferenceTable } from './table.ts'

const org = {
  timezone: 'The IANA time zone of the organisation, such as `Europe/Paris`',
  locale: 'The BCP 47 language tag of the organisation, such as `fr-FR`',
  currency: 'The usual currency of the organisation in ISO 4217',
  logoUrl: 'The address of its picture, http or https; null for none',
  brandColor: 'Its colour as `#rrggbb`; null for none',
}

/** The caller, settings and a user's assistants. */
export const accounts: ReferenceTable = {
  Me: {
    user: 'The person who calls, or whose key or assistant calls',
    'user.id': 'The id of the person',
    'user.name': 'The name of the person',
    'user.email': 'The mail address of the account',
    'user.isAdmin':
      'Whether the caller administers the deployment; always `false` for API keys and assistants',
    org: 'The active organisation; null for none',
    'org.slug': 'The slug of the organisation',
    'org.role': 'The role of the caller in it; of a key, no higher than that of its person',
    via: 'The credential of the request',
  },
  AuthProviders: {
    signin: 'Whether the identity provider of the operator is set up',
    passkey: 'Whether passkeys can be used',
  },
  OrgSettings: org,
  updateOrgSettings: org,
  UserSettings: { theme: 'The colours of the dashboard; `system` follows the device' },
  updateUserSettings: {
    notificationEmail: 'The mail address for notices; null for that of the account',
    timezone: 'The IANA time zone; null for that of the active organisation',
    locale: 'The BCP 47 language tag; null for that of the active organisation',
    theme: 'The colours of the dashboard; `system` follows the device',
  },
  McpGrant: {
    client: 'The assistant',
    'client.id': 'The id under which the client registered',
    org: 'The organisation that the person chose',
    scopes: 'What the person allows: to read, or to read and write',
    createdAt: 'The moment of the consent',
  },
  listMcpGrants: { items: 'The grants, the newest first' },
}
