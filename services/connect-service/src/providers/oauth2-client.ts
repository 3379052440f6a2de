import type { NetworkClient } from '../network/call-network.ts'
import { rescued, tokenEnded } from '../network/network-error.ts'
import { type ProviderDeps, withQuery } from './api.ts'
import { type OAuth2Grant, oauth2Error, requireScopes, tokenAnswer } from './oauth2-answer.ts'
import type { Provider } from './provider.ts'

export interface OAuth2Settings {
  clientId: string
  clientSecret: string
  /** RFC 6749, 2.3.1. */
  clientAuthentication: 'form' | 'basic'
  /** A query in this URL is kept. */
  dialogUrl: string
  tokenUrl: string
  /** RFC 7009. */
  revokeUrl: string
  /** Sent byte for byte, both in the dialog and when exchanging the code. */
  redirectUri: string
  scopes: readonly string[]
  /** Additional dialog parameters, for example `access_type=offline`. */
  dialogParameters?: Readonly<Record<string, string>>
  /** Headers that the network requires on every call, for example a `user-agent`. */
  headers?: Readonly<Record<string, string>>
  /** The network's codes for an expired refresh token, in addition to `invalid_grant`. */
  refusedRefreshCodes?: readonly string[]
}

const secretFields = new Set(['code', 'code_verifier', 'refresh_token', 'token'])

// The form encoding of RFC 6749, appendix B. Basic credentials use the same encoding.
const formEncoded = (value: string): string =>
  new URLSearchParams([['', value]]).toString().slice(1)

/**
 * Creates a client for the OAuth 2.0 flow (RFC 6749) with one network. All methods throw
 * `NetworkError`. No message contains a credential.
 */
export function createOAuth2Client(
  settings: OAuth2Settings,
  client: NetworkClient,
  now: () => Date,
) {
  const { clientId, clientSecret, redirectUri } = settings
  const basic = settings.clientAuthentication === 'basic'
  const credentials = Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString(
    'base64',
  )
  const authentication = basic ? {} : { client_id: clientId, client_secret: clientSecret }
  const headers = {
    ...settings.headers,
    ...(basic ? { authorization: `Basic ${credentials}` } : {}),
  }

  const post = async (url: string, fields: Record<string, string>, refused: readonly string[]) => {
    const sent = Object.entries(fields).flatMap(([name, value]) =>
      secretFields.has(name) ? [value] : [],
    )
    const body = new URLSearchParams({ ...fields, ...authentication })
    const answer = await client.call({ method: 'POST', url: new URL(url), headers, body })
    const error = oauth2Error(answer, {
      refused,
      secrets: [clientSecret, credentials, ...sent],
      now: now(),
    })
    if (error !== undefined) throw error
    return answer
  }
  const grant = async (fields: Record<string, string>, refused: readonly string[] = []) =>
    tokenAnswer(await post(settings.tokenUrl, fields, ['invalid_grant', ...refused]), now())

  return {
    /** Returns the consent dialog's URL. `challenge` is the S256 challenge from RFC 7636. */
    authorizeUrl({ state, challenge }: { state: string; challenge: string | undefined }): URL {
      const url = withQuery(settings.dialogUrl, {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: settings.scopes.join(' '),
        ...settings.dialogParameters,
        state,
        ...(challenge === undefined
          ? {}
          : { code_challenge: challenge, code_challenge_method: 'S256' }),
      })
      // Encode spaces as %20, because some authorization servers do not decode a plus sign as a
      // space.
      url.search = url.searchParams.toString().replaceAll('+', '%20')
      return url
    },
    /**
     * Throws `reconnect` if the code has expired, `retry` if the network is unavailable, and
     * `blocked` if the client is refused.
     */
    exchangeCode({
      code,
      verifier,
    }: {
      code: string
      verifier: string | undefined
    }): Promise<OAuth2Grant> {
      const proof = verifier === undefined ? {} : { code_verifier: verifier }
      return grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...proof })
    },
    /** Throws `reconnect` with `tokenInvalid` if the refresh token has expired. */
    refresh: (refreshToken: string): Promise<OAuth2Grant> =>
      grant(
        { grant_type: 'refresh_token', refresh_token: refreshToken },
        settings.refusedRefreshCodes,
      ),
    /** Revokes a token. An already expired token is no error (RFC 7009, 2.2). */
    async revoke(token: string, token_type_hint: 'access_token' | 'refresh_token'): Promise<void> {
      const asked = post(settings.revokeUrl, { token, token_type_hint }, [
        'invalid_grant',
        'invalid_token',
      ])
      await rescued(asked, tokenEnded, () => undefined)
    },
  }
}

export interface CodeGrant extends Omit<OAuth2Settings, 'revokeUrl'> {
  pkce: boolean
  /** The path of the revocation endpoint, relative to the token endpoint. Defaults to `revoke`. */
  revokePath?: string
  /**
   * Which tokens to revoke. `refresh`: the refresh token, which ends both, or the access token if
   * there is no refresh token. `access`: the access token. `each`: both.
   */
  revokes?: 'refresh' | 'access' | 'each'
  /** The grant is refused if one of these scopes is missing. */
  required?: readonly string[]
}

/** Connects, refreshes and revokes with the code grant of RFC 6749. */
export function codeGrant(
  { pkce, revokePath, revokes = 'refresh', required = [], ...settings }: CodeGrant,
  deps: ProviderDeps,
) {
  const revokeUrl = new URL(revokePath ?? 'revoke', settings.tokenUrl).href
  const oauth = createOAuth2Client({ ...settings, revokeUrl }, deps.client, deps.now)
  return {
    pkce,
    scopes: settings.scopes,
    authorizeUrl: oauth.authorizeUrl,
    exchangeCode: async (input) => requireScopes(await oauth.exchangeCode(input), required),
    refresh: oauth.refresh,
    async revoke({ accessToken, refreshToken }) {
      const both = revokes === 'each'
      const refreshes = refreshToken !== undefined && revokes !== 'access'
      if (refreshes) await oauth.revoke(refreshToken, 'refresh_token')
      if (both || !refreshes) await oauth.revoke(accessToken, 'access_token')
    },
  } satisfies Partial<Provider>
}
