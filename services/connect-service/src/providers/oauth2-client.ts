import type { NetworkClient } from '../network/call-network.ts'
import { NetworkError } from '../network/network-error.ts'
import { type OAuth2Grant, oauth2Error, tokenAnswer } from './oauth2-answer.ts'
import type { ChannelTokens } from './provider.ts'

export interface OAuth2Settings {
  clientId: string
  clientSecret: string
  /** How the client proves itself at the token endpoint (RFC 6749, 2.3.1). */
  clientAuthentication: 'form' | 'basic'
  /** The whole authorize URL; a query that it carries is kept. */
  dialogUrl: string
  tokenUrl: string
  /** RFC 7009; without it nothing can be revoked. */
  revokeUrl?: string | undefined
  /** Sent byte for byte in the dialog and at the exchange. */
  redirectUri: string
  scopes: readonly string[]
  /** Between the scopes; a space unless the network wants another. */
  scopeSeparator?: string | undefined
  /** Further parameters of the dialog, such as `access_type=offline`. */
  dialogParameters?: Readonly<Record<string, string>> | undefined
  /** Headers that the network wants on every call of its own, such as a `user-agent`. */
  headers?: Readonly<Record<string, string>> | undefined
  /** What the network answers for a refresh token that is over, beside `invalid_grant`. */
  refusedRefreshCodes?: readonly string[] | undefined
}

/** The flow of RFC 6749 with one network. Everything throws `NetworkError`; no message holds a credential. */
export interface OAuth2Client {
  /** Where the browser goes; `challenge` is the S256 challenge of RFC 7636. */
  authorizeUrl(input: { state: string; challenge: string | undefined }): URL
  /** `reconnect` when the code is over, `retry` when the network is away, `blocked` when the client is refused. */
  exchangeCode(input: { code: string; verifier: string | undefined }): Promise<OAuth2Grant>
  /** `reconnect` with `tokenInvalid` when the refresh token is over. */
  refresh(refreshToken: string): Promise<OAuth2Grant>
  /** Ends a token; one that is over already is no error (RFC 7009, 2.2). */
  revoke(token: string, hint: 'access_token' | 'refresh_token'): Promise<void>
}

const secretFields = new Set(['code', 'code_verifier', 'refresh_token', 'token'])

// The form encoding of RFC 6749 appendix B, which Basic credentials take as well.
const formEncoded = (value: string): string => new URLSearchParams([['', value]]).toString().slice(1)

/** A client of one network's authorization server over the service's network client. */
export function createOAuth2Client(
  settings: OAuth2Settings,
  client: NetworkClient,
  now: () => Date,
): OAuth2Client {
  const { clientId, clientSecret } = settings
  const basic = settings.clientAuthentication === 'basic'
  const credentials = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`

  const post = async (url: string, fields: Record<string, string>, refused: readonly string[]) => {
    const secrets = [clientSecret, authorization.slice(6)]
    for (const [name, value] of Object.entries(fields)) if (secretFields.has(name)) secrets.push(value)
    const body = new URLSearchParams(fields)
    if (!basic) {
      body.set('client_id', clientId)
      body.set('client_secret', clientSecret)
    }
    const answer = await client.call({
      method: 'POST',
      url: new URL(url),
      headers: { ...settings.headers, ...(basic ? { authorization } : {}) },
      body,
    })
    const error = oauth2Error(answer, { refused, secrets, now: now() })
    if (error !== undefined) throw error
    return answer
  }

  return {
    authorizeUrl({ state, challenge }) {
      const url = new URL(settings.dialogUrl)
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: settings.redirectUri,
        scope: settings.scopes.join(settings.scopeSeparator ?? ' '),
        ...settings.dialogParameters,
        state,
        ...(challenge === undefined ? {} : { code_challenge: challenge, code_challenge_method: 'S256' }),
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      // A space as %20: not every authorization server reads a plus as one.
      url.search = url.searchParams.toString().replaceAll('+', '%20')
      return url
    },
    async exchangeCode({ code, verifier }) {
      const fields = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: settings.redirectUri,
        ...(verifier === undefined ? {} : { code_verifier: verifier }),
      }
      return tokenAnswer(await post(settings.tokenUrl, fields, ['invalid_grant']), now())
    },
    async refresh(refreshToken) {
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken }
      const refused = ['invalid_grant', ...(settings.refusedRefreshCodes ?? [])]
      return tokenAnswer(await post(settings.tokenUrl, fields, refused), now())
    },
    async revoke(token, hint) {
      if (settings.revokeUrl === undefined) {
        throw new NetworkError('blocked', 'The network cannot take a token back')
      }
      const over = ['invalid_grant', 'invalid_token']
      await post(settings.revokeUrl, { token, token_type_hint: hint }, over).catch((error: unknown) => {
        if (!(error instanceof NetworkError) || !error.tokenInvalid) throw error
      })
    },
  }
}

/** Ends the grant of a channel by the token that ends the other one with it. */
export const revokeGrant = (
  oauth: OAuth2Client,
  { accessToken, refreshToken }: ChannelTokens,
): Promise<void> =>
  refreshToken === undefined
    ? oauth.revoke(accessToken, 'access_token')
    : oauth.revoke(refreshToken, 'refresh_token')
