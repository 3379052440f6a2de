import type { Platform } from '@atrium/contracts'
import type { ConnectValues } from '../variables.ts'

/** The operator's app at one network, and where that network is. */
export interface NetworkApp {
  clientId: string
  clientSecret: string
  /** Sent byte for byte as it was configured, or the default. */
  redirectUri: string
  /** The whole authorize URL; the network's own when unset. */
  dialogUrl: string | undefined
  /** The whole token endpoint; the network's own when unset. */
  tokenUrl: string | undefined
  /** The API base; the network's own when unset. */
  apiUrl: string | undefined
}

/** The settings of a network from the `<PREFIX>_…` variables. */
export const networkApp = (config: ConnectValues, prefix: Uppercase<Platform>): NetworkApp => ({
  clientId: config[`${prefix}_CLIENT_ID`] ?? '',
  clientSecret: config[`${prefix}_CLIENT_SECRET`] ?? '',
  redirectUri: config[`${prefix}_OAUTH_REDIRECT_URI`],
  dialogUrl: config[`${prefix}_DIALOG_URL`],
  tokenUrl: config[`${prefix}_TOKEN_URL`],
  apiUrl: config[`${prefix}_API_URL`],
})
