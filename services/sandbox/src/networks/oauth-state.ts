import type { Context } from 'hono'
import type { Faults } from '../payments/faults.ts'
import type { OAuthSettings, SandboxUser } from './oauth-settings.ts'
import type { OAuthToken, OAuthTokens, TokenRefusal } from './oauth-tokens.ts'

export interface OAuthCode {
  redirectUri: string
  userId: string
  scopes: string[]
  /** The S256 challenge, where one was sent. */
  challenge: string | undefined
  refreshable: boolean
  expiresAt: Date
  /** The grant of the code; a second use of the code ends it. */
  used: OAuthToken['grant'] | undefined
}

/** One network's authorization server, with everything that a test may look at or switch. */
export interface OAuthServer {
  readonly settings: OAuthSettings
  /** Registered redirect URIs, compared byte for byte; any when empty. */
  redirectUris: Set<string>
  codes: Map<string, OAuthCode>
  tokens: OAuthTokens
  faults: Faults
  /** Every call of the token endpoints and of the API, `METHOD /path` below `/<network>`. */
  calls: string[]
  /** The token of an `Authorization: Bearer` header, or why there is none. */
  bearer(c: Context): OAuthToken | TokenRefusal
  user(id: string): SandboxUser
  /** Tokens without the dialog. */
  giveTokens(
    userId?: string,
    scopes?: readonly string[],
  ): { accessToken: string; refreshToken: string | undefined }
  now(): Date
}
