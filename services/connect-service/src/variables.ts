import {
  addressVariables,
  type ConfigOf,
  defineVariables,
  endpoint,
  type Integration,
  serviceAddresses,
} from '@atrium/config'

const networks = ['pagenet', 'shortpost', 'pronet', 'videonet', 'forumnet', 'photonet'] as const

type Prefix = Uppercase<(typeof networks)[number]>

/** What connect reads: the operator's one app at each network, and the key of stored tokens. */
export const connectVariables = defineVariables({
  owner: 'connect',
  table: {
    CONNECT_PORT: serviceAddresses.connect.CONNECT_PORT,
    ...serviceAddresses.assets,
    API_URL: addressVariables.API_URL,
    DASHBOARD_URL: addressVariables.DASHBOARD_URL,
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
    NOTEBOOK_API_URL: endpoint('baseUrl', 'API base of the notebook provider.'),
  },
  integrations: [
    {
      id: 'social',
      subsystem: 'social',
      feature: 'social connect and publish for every network',
      needs: ['SOCIAL_TOKEN_ENCRYPTION_KEY'],
    },
    ...networks.map(networkIntegration),
    {
      id: 'mailbox',
      subsystem: 'mailbox',
      feature: 'self-serve mailbox reconnect',
      needs: ['MAILBOX_OAUTH_CLIENT_ID', 'MAILBOX_OAUTH_CLIENT_SECRET'],
    },
  ],
})

function networkIntegration(network: (typeof networks)[number]): Integration {
  const prefix = network.toUpperCase()
  // Only pagenet needs a stated redirect URI; the other networks live on the default.
  const redirect = network === 'pagenet' ? [`${prefix}_OAUTH_REDIRECT_URI`] : []
  const needs = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`, ...redirect, 'SOCIAL_TOKEN_ENCRYPTION_KEY']
  return { id: network, subsystem: network, feature: `connecting ${network}`, needs }
}

function networkVariables<P extends Prefix>(prefix: P, title: string) {
  const network = prefix.toLowerCase()
  const whenUnset = `Connecting ${network} is unavailable.`
  const rows = {
    CLIENT_ID: {
      kind: 'identifier',
      type: 'text',
      about: `Client id of the operator's app at the ${title}.`,
      whenUnset,
    },
    CLIENT_SECRET: { kind: 'secret', type: 'text', about: 'Its client secret.', whenUnset },
    OAUTH_REDIRECT_URI: {
      kind: 'public',
      type: 'url',
      derived: `{API_URL}/api/connect/${network}/callback`,
      about: 'Must equal a registered redirect URI byte for byte.',
      ...(prefix === 'PAGENET' ? { whenUnset: 'Connecting pagenet is unavailable until it is set.' } : {}),
    },
    DIALOG_URL: endpoint('url', 'Replaces the whole authorize URL.'),
    TOKEN_URL: endpoint('url', 'Replaces the whole token endpoint.'),
    API_URL: endpoint('baseUrl', 'Replaces the API base, version included.'),
  } as const
  type Rows = { readonly [N in keyof typeof rows as `${P}_${N}`]: (typeof rows)[N] }
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [`${prefix}_${name}`, row])) as Rows
}

/** The parsed variables. */
export type ConnectValues = ConfigOf<typeof connectVariables>
