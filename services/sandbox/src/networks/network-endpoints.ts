/** Where one integration's variables point when the sandbox stands in for its provider. */
export interface NetworkEndpoints {
  network: string
  /** Of the integration's variables; it is left alone as a whole once one with it was given. */
  prefix: string
  /** `sandbox` is the sandbox's origin, `origin` the platform's. */
  variables(sandbox: string, origin: string): Record<string, string>
}

// Tokens of the stand-ins are worth nothing, so that the app needs no secret of its own.
const oauthApp = (
  network: string,
  paths: { dialog: string; token: string; api: string },
): NetworkEndpoints => {
  const prefix = `${network.toUpperCase()}_`
  return {
    network,
    prefix,
    variables: (sandbox, origin) => ({
      [`${prefix}CLIENT_ID`]: 'sandbox-app',
      [`${prefix}CLIENT_SECRET`]: 'sandbox-app-secret',
      [`${prefix}OAUTH_REDIRECT_URI`]: `${origin}/api/connect/${network}/callback`,
      [`${prefix}DIALOG_URL`]: `${sandbox}/${network}${paths.dialog}`,
      [`${prefix}TOKEN_URL`]: `${sandbox}/${network}${paths.token}`,
      [`${prefix}API_URL`]: `${sandbox}/${network}${paths.api}`,
    }),
  }
}

/** Every network that the sandbox stands in for; `npm start` and the tests wire them from here. */
export const networkEndpoints: readonly NetworkEndpoints[] = [
  oauthApp('pagenet', { dialog: '/dialog', token: '/v25.0/oauth/access_token', api: '/v25.0' }),
  oauthApp('photonet', { dialog: '/dialog', token: '/v25.0/oauth/access_token', api: '/v25.0' }),
  oauthApp('videonet', { dialog: '/o/oauth2/v2/auth', token: '/token', api: '/youtube/v3' }),
  oauthApp('shortpost', { dialog: '/dialog', token: '/2/oauth2/token', api: '/2' }),
  oauthApp('pronet', { dialog: '/dialog', token: '/oauth/v2/accessToken', api: '' }),
  oauthApp('forumnet', { dialog: '/api/v1/authorize', token: '/api/v1/access_token', api: '/oauth' }),
  {
    network: 'mailbox',
    prefix: 'MAILBOX_',
    variables: (sandbox, origin) => ({
      MAILBOX_OAUTH_CLIENT_ID: 'sandbox-app',
      MAILBOX_OAUTH_CLIENT_SECRET: 'sandbox-app-secret',
      MAILBOX_OAUTH_REDIRECT_URI: `${origin}/api/connect/mailbox/callback`,
      MAILBOX_DIALOG_URL: `${sandbox}/mailbox/o/oauth2/v2/auth`,
      MAILBOX_TOKEN_URL: `${sandbox}/mailbox/token`,
      MAILBOX_API_URL: `${sandbox}/mailbox/api`,
    }),
  },
  {
    network: 'notebook',
    prefix: 'NOTEBOOK_',
    variables: (sandbox) => ({ NOTEBOOK_API_URL: `${sandbox}/notebook` }),
  },
]
