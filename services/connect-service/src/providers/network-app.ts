import { endpoint, type Integration } from '@atrium/config'

interface Endpoints {
  apiUrl: string
  dialogUrl: string
  tokenUrl: string
}

export interface NetworkApp extends Endpoints {
  clientId: string
  clientSecret: string
  /** Sent byte for byte as configured, or the default. */
  redirectUri: string
}

/**
 * Defines the variables `<PREFIX>_…` of the operator's app at a network. The prefix is the
 * network's name in capitals.
 */
export function appVariables<P extends string>(prefix: P, title: string) {
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
    },
    DIALOG_URL: endpoint('url', 'Replaces the whole authorize URL.'),
    TOKEN_URL: endpoint('url', 'Replaces the whole token endpoint.'),
    API_URL: endpoint('baseUrl', 'Replaces the API base, including the version.'),
  } as const
  type Rows = { readonly [N in keyof typeof rows as `${P}_${N}`]: (typeof rows)[N] }
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [`${prefix}_${name}`, row]),
  ) as Rows
}

/** Describes when a network is dormant: if its app, one of `more` or the token key is unset. */
export const appIntegration = (
  prefix: string,
  ...more: readonly string[]
): Pick<Integration, 'subsystem' | 'feature' | 'needs'> => ({
  subsystem: prefix.toLowerCase(),
  feature: `connecting ${prefix.toLowerCase()}`,
  needs: [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`, ...more, 'SOCIAL_TOKEN_ENCRYPTION_KEY'],
})

type AppValues<P extends string> = Readonly<
  Record<`${P}_OAUTH_REDIRECT_URI`, string> &
    Record<
      `${P}_${'CLIENT_ID' | 'CLIENT_SECRET' | 'DIALOG_URL' | 'TOKEN_URL' | 'API_URL'}`,
      string | undefined
    >
>

/**
 * Reads a network's app from its `<PREFIX>_…` variables. They may also override the network's URLs.
 */
export function networkApp<P extends string>(
  values: AppValues<P>,
  prefix: P,
  own: Omit<Endpoints, 'tokenUrl'> & { tokenUrl: string | ((apiUrl: string) => string) },
): NetworkApp {
  const config = values as Readonly<Record<string, string | undefined>>
  const apiUrl = config[`${prefix}_API_URL`] ?? own.apiUrl
  const tokenUrl = typeof own.tokenUrl === 'string' ? own.tokenUrl : own.tokenUrl(apiUrl)
  return {
    clientId: config[`${prefix}_CLIENT_ID`] ?? '',
    clientSecret: config[`${prefix}_CLIENT_SECRET`] ?? '',
    redirectUri: config[`${prefix}_OAUTH_REDIRECT_URI`] ?? '',
    apiUrl,
    dialogUrl: config[`${prefix}_DIALOG_URL`] ?? own.dialogUrl,
    tokenUrl: config[`${prefix}_TOKEN_URL`] ?? tokenUrl,
  }
}
