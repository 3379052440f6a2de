import { randomBytes } from 'node:crypto'

/** What one consent granted. */
export interface OAuthGrant {
  userId: string
  scopes: string[]
  /** True if the token came with a refresh token. */
  refreshable: boolean
}

export interface OAuthToken {
  value: string
  kind: 'access' | 'refresh'
  grant: OAuthGrant
  state: 'valid' | 'expired' | 'revoked'
  /** Null if it never expires. */
  expiresAt: Date | null
}

/** Why a bearer token is refused. */
export type TokenRefusal = 'missing' | 'unknown' | 'expired' | 'revoked'

export interface OAuthTokens {
  readonly all: ReadonlyMap<string, OAuthToken>
  /** Issues a token. If `seconds` is null, it never expires. */
  issue(kind: OAuthToken['kind'], grant: OAuthGrant, seconds: number | null): OAuthToken
  /** Returns the token with this value. Expired tokens are refused. */
  check(value: string | undefined, kind: OAuthToken['kind']): OAuthToken | TokenRefusal
  end(value: string, state: 'expired' | 'revoked'): void
  /** Ends every token from a consent. */
  endGrant(grant: OAuthGrant): void
  /** Ends every access token. Revoking also ends the refresh tokens. */
  endAll(state: 'expired' | 'revoked'): void
}

/** Creates the register for a network's issued tokens. */
export function createOAuthTokens(network: string, now: () => Date): OAuthTokens {
  const all = new Map<string, OAuthToken>()
  return {
    all,
    issue(kind, grant, seconds) {
      const value = `${network}-${kind}-${randomBytes(24).toString('base64url')}`
      const expiresAt = seconds === null ? null : new Date(now().getTime() + seconds * 1_000)
      const token: OAuthToken = { value, kind, grant, state: 'valid', expiresAt }
      all.set(value, token)
      return token
    },
    check(value, kind) {
      if (!value) return 'missing'
      const token = all.get(value)
      if (token === undefined || token.kind !== kind) return 'unknown'
      if (token.state !== 'valid') return token.state
      return token.expiresAt !== null && token.expiresAt <= now() ? 'expired' : token
    },
    end(value, state) {
      const token = all.get(value)
      if (token !== undefined) token.state = state
    },
    endGrant(grant) {
      for (const token of all.values()) if (token.grant === grant) token.state = 'revoked'
    },
    endAll(state) {
      for (const token of all.values()) {
        if (state === 'revoked' || token.kind === 'access') token.state = state
      }
    },
  }
}
