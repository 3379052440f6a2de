/** The operator's app at a network, as its stand-in knows it. */
export interface AppClient {
  clientId: string
  clientSecret: string
}

/** One integration's variables when the sandbox stands in for its provider. */
export interface NetworkEndpoints {
  network: string
  /** Of the integration's variables; it is left alone as a whole once one with it was given. */
  prefix: string
  /** `sandbox` is the sandbox's origin, `origin` the platform's. */
  variables(sandbox: string, origin: string): Record<string, string>
}

// Tokens of the stand-ins are worth nothing, so that the app needs no secret of its own.
export const sandboxClient: AppClient = { clientId: 'sandbox-app', clientSecret: 'sandbox-app-secret' }

/** The endpoints of a network with an OAuth app; `client` stands between the prefix and the app's variables. */
export function oauthEndpoints(
  network: string,
  paths: { dialog: string; token: string; api: string },
  client = '',
): NetworkEndpoints {
  const prefix = `${network.toUpperCase()}_`
  const own = prefix + client
  return {
    network,
    prefix,
    variables: (sandbox, origin) => ({
      [`${own}CLIENT_ID`]: sandboxClient.clientId,
      [`${own}CLIENT_SECRET`]: sandboxClient.clientSecret,
      [`${prefix}OAUTH_REDIRECT_URI`]: `${origin}/api/connect/${network}/callback`,
      [`${prefix}DIALOG_URL`]: `${sandbox}/${network}${paths.dialog}`,
      [`${prefix}TOKEN_URL`]: `${sandbox}/${network}${paths.token}`,
      [`${prefix}API_URL`]: `${sandbox}/${network}${paths.api}`,
    }),
  }
}
