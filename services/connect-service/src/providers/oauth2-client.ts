import type { NetworkClient } from '../network/call-network.ts'
import { rescued, tokenEnded } from '../network/network-error.ts'
import { type ProviderDeps, withQuery } from './api.ts'
import { type OAuth2Grant, oauth2Error, requireScopes, tokenAnswer } from './oauth2-answer.ts'
import type { Provider } from './provider.ts'

export interface OAuth2Settings {
  clientId: string
  clientSecret: string
  /** The client's authentication at the token endpoint (RFC 6749, 2.3.1). */
  clientAuthentication: 'form' | 'basic'
  /** The whole authorize URL; a query that it carries is kept. */
  dialogUrl: string
  tokenUrl: string
  /** RFC 7009. */
  revokeUrl: string
  /** Sent byte for byte in the dialog and at the exchange. */
  redirectUri: string
  scopes: readonly string[]
  /** Further parameters of the dialog, such as `access_type=offline`. */
  dialogParameters?: Readonly<Record<string, string>>
  /** Headers that the network demands on every call of its own, such as a `user-agent`. */
  headers?: Readonly<Record<string, string>>
  /** The network's codes for an ended refresh token, beside `invalid_grant`. */
  refusedRefreshCodes?: readonly string[]
}

const secretFields = new Set(['code', 'code_verifier', 'refresh_token', 'token'])

// The form encoding of RFC 6749 appendix B, which Basic credentials take as well.
const formEncoded = (value: string): string =>
  new URLSearchParams([['', value]]).toString().slice(1)

/** The flow of RFC 6749 with one network. Everything throws `NetworkError`; no message holds a credential. */
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
    /** The address of the consent dialog; `challenge` is the S256 challenge of RFC 7636. */
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
      // A space as %20: not every authorization server reads a plus as one.
      url.search = url.searchParams.toString().replaceAll('+', '%20')
      return url
    },
    /** `reconnect` for an ended code, `retry` when the network is away, `blocked` when the client is refused. */
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
    /** `reconnect` with `tokenInvalid` for an ended refresh token. */
    refresh: (refreshToken: string): Promise<OAuth2Grant> =>
      grant(
        { grant_type: 'refresh_token', refresh_token: refreshToken },
        settings.refusedRefreshCodes,
      ),
    /** Ends a token; an ended one is no error (RFC 7009, 2.2). */
    async revoke(token: string, token_type_hint: 'access_token' | 'refresh_token'): Promise<void> {
      const asked = post(settings.revokeUrl, { token, token_type_hint }, [
        'invalid_grant',
        'invalid_token',
      ])
      await rescued(asked, tokenEnded, () => undefined)
    },
  }
}

/** The differences between the code grants of networks. */
export interface CodeGrant extends Omit<OAuth2Settings, 'revokeUrl'> {
  pkce: boolean
  /** The revocation endpoint, relative to the token endpoint; `revoke` by default. */
  revokePath?: string
  /** The tokens to revoke: the refresh token, which ends both where there is one; the access token; or each. */
  revokes?: 'refresh' | 'access' | 'each'
  /** Scopes without which a grant is refused. */
  required?: readonly string[]
}

/** Connecting, refreshing and revoking by the code grant of RFC 6749. */
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
