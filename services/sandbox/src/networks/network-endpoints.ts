/** The operator's app at a network, as its stand-in has it. */
export interface AppClient {
  clientId: string
  clientSecret: string
}

/** An integration's variables when the sandbox replaces its provider. */
export interface NetworkEndpoints {
  network: string
  /**
   * The prefix of the integration's variables. If any variable with this prefix is given, the
   * integration gets no stand-in.
   */
  prefix: string
  /** Returns the variables. `sandbox` is the sandbox's origin, `origin` the platform's. */
  variables(sandbox: string, origin: string): Record<string, string>
}

// The stand-ins' tokens are worthless, so the app needs no real secret.
export const sandboxClient: AppClient = {
  clientId: 'sandbox-app',
  clientSecret: 'sandbox-app-secret',
}

/**
 * Returns the endpoints for a network with an OAuth app. `client` comes between the prefix and the
 * app's variable names.
 */
export function oauthEndpoints(
  network: string,
  paths: { dialog: string; token: string; api: string },
  client = '',
): NetworkEndpoints {
  const prefix = `${network.toUpperCase()}_`
  const clientPrefix = prefix + client
  return {
    network,
    prefix,
    variables: (sandbox, origin) => ({
      [`${clientPrefix}CLIENT_ID`]: sandboxClient.clientId,
      [`${clientPrefix}CLIENT_SECRET`]: sandboxClient.clientSecret,
      [`${prefix}OAUTH_REDIRECT_URI`]: `${origin}/api/connect/${network}/callback`,
      [`${prefix}DIALOG_URL`]: `${sandbox}/${network}${paths.dialog}`,
      [`${prefix}TOKEN_URL`]: `${sandbox}/${network}${paths.token}`,
      [`${prefix}API_URL`]: `${sandbox}/${network}${paths.api}`,
    }),
  }
}
