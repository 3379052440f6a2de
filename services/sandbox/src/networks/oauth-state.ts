import type { Context } from 'hono'
import type { Faults } from '../pages/faults.ts'
import type { OAuthSettings, SandboxUser } from './oauth-settings.ts'
import type { OAuthToken, OAuthTokens, TokenRefusal } from './oauth-tokens.ts'

export interface OAuthCode {
  redirectUri: string
  userId: string
  scopes: string[]
  /** The S256 challenge, if one was sent. */
  challenge: string | undefined
  refreshable: boolean
  expiresAt: Date
  /** The grant created with the code. A second use of the code ends the grant. */
  used: OAuthToken['grant'] | undefined
}

/** One network's authorization server, with everything a test may read or switch. */
export interface OAuthServer {
  readonly settings: OAuthSettings
  /** Registered redirect URIs, compared byte for byte. If empty, any URI is allowed. */
  redirectUris: Set<string>
  codes: Map<string, OAuthCode>
  tokens: OAuthTokens
  faults: Faults
  /** Every call to the token endpoints and the API, as `METHOD /path` below `/<network>`. */
  calls: string[]
  /** Returns the token in an `Authorization: Bearer` header, or why there is none. */
  bearer(c: Context): OAuthToken | TokenRefusal
  user(id: string): SandboxUser
  /** Issues tokens without the dialog. */
  giveTokens(
    userId?: string,
    scopes?: readonly string[],
  ): { accessToken: string; refreshToken: string | undefined }
  now(): Date
}
