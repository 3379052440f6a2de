import type { VariableTable } from '../variable.ts'

/** The social networks: neutral name of each and the prefix of its variables. */
export const socialNetworks = [
  { network: 'pagenet', prefix: 'PAGENET', title: 'pages network' },
  { network: 'shortpost', prefix: 'SHORTPOST', title: 'short-post network' },
  { network: 'pronet', prefix: 'PRONET', title: 'professional network' },
  { network: 'videonet', prefix: 'VIDEONET', title: 'video platform' },
  { network: 'forumnet', prefix: 'FORUMNET', title: 'forum network' },
  { network: 'photonet', prefix: 'PHOTONET', title: 'photo network' },
] as const

export type SocialPrefix = (typeof socialNetworks)[number]['prefix']

/** The operator's one app at each social network. */
export const socialVariables = {
  SOCIAL_TOKEN_ENCRYPTION_KEY: {
    kind: 'secret',
    type: 'text',
    about: 'Stored tokens of all networks are encrypted with a key derived from it.',
    whenUnset: 'Connecting and publishing are dormant for every network.',
  },
  SOCIAL_TOKEN_ENCRYPTION_KEY_PREVIOUS: {
    kind: 'secret',
    type: 'text',
    about:
      'The key before a rotation: tokens under it are still read, and encrypted anew when they are used.',
    whenUnset: 'Only tokens under the current key can be read.',
  },
  ...networkVariables('PAGENET', 'pages network'),
  PAGENET_LOGIN_CONFIG_ID: {
    kind: 'identifier',
    type: 'text',
    about: 'Login configuration: the authorize call then carries `config_id` and no `scope`.',
    whenUnset: 'Classic login by scopes.',
  },
  PAGENET_PAGE_ID: {
    kind: 'identifier',
    type: 'text',
    about:
      'Preferred Page when an account administers several, this one among them. A preference, not a filter; leave it unset where several tenants share the platform.',
    whenUnset: 'The user picks.',
  },
  PAGENET_MANAGE_COMMENTS: {
    kind: 'public',
    type: 'boolean',
    default: false,
    about:
      'Every connect asks for `pages_manage_engagement`, not only that of an organisation one of whose posts has a first comment or answers with its link.',
  },
  ...networkVariables('SHORTPOST', 'short-post network'),
  ...networkVariables('PRONET', 'professional network'),
  ...networkVariables('VIDEONET', 'video platform'),
  VIDEONET_UPLOAD_TRANSPORT: {
    kind: 'public',
    type: 'choice',
    choices: ['direct', 'relay'],
    default: 'direct',
    about:
      '`direct` sends video bytes from the browser to the platform, `relay` through the API in bounded chunks.',
  },
  ...networkVariables('FORUMNET', 'forum network'),
  ...networkVariables('PHOTONET', 'photo network'),
  PHOTONET_LOGIN_CONFIG_ID: {
    kind: 'identifier',
    type: 'text',
    about: 'Login configuration, which then owns the list of permissions.',
    whenUnset: 'Classic login by scopes.',
  },
} as const satisfies VariableTable

function networkVariables<Prefix extends SocialPrefix>(prefix: Prefix, title: string) {
  const network = prefix.toLowerCase()
  return {
    [`${prefix}_CLIENT_ID`]: {
      kind: 'identifier',
      type: 'text',
      about: `Client id of the operator's app at the ${title}.`,
      whenUnset: `Connecting ${network} is unavailable.`,
    },
    [`${prefix}_CLIENT_SECRET`]: {
      kind: 'secret',
      type: 'text',
      about: 'Its client secret.',
      whenUnset: `Connecting ${network} is unavailable.`,
    },
    [`${prefix}_OAUTH_REDIRECT_URI`]: {
      kind: 'public',
      type: 'url',
      derived: `\`API_URL\` + \`/api/connect/${network}/callback\``,
      about: 'Must equal a registered redirect URI byte for byte.',
      ...(prefix === 'PAGENET' ? { whenUnset: 'Connecting pagenet is unavailable until it is set.' } : {}),
    },
    [`${prefix}_DIALOG_URL`]: endpoint('url', 'Replaces the whole authorize URL.'),
    [`${prefix}_TOKEN_URL`]: endpoint('url', 'Replaces the whole token endpoint.'),
    [`${prefix}_API_URL`]: endpoint('baseUrl', 'Replaces the API base, version included.'),
  } as NetworkVariables<Prefix>
}

function endpoint(type: 'url' | 'baseUrl', about: string) {
  return { kind: 'identifier', type, about, whenUnset: 'The real provider.' } as const
}

interface Row<Kind extends string, Type extends string> {
  readonly kind: Kind
  readonly type: Type
  readonly about: string
  readonly whenUnset?: string
}

type NetworkVariables<Prefix extends SocialPrefix> = {
  readonly [N in `${Prefix}_CLIENT_ID`]: Row<'identifier', 'text'>
} & { readonly [N in `${Prefix}_CLIENT_SECRET`]: Row<'secret', 'text'> } & {
  readonly [N in `${Prefix}_OAUTH_REDIRECT_URI`]: Row<'public', 'url'> & { readonly derived: string }
} & { readonly [N in `${Prefix}_DIALOG_URL` | `${Prefix}_TOKEN_URL`]: Row<'identifier', 'url'> } & {
  readonly [N in `${Prefix}_API_URL`]: Row<'identifier', 'baseUrl'>
}
