import { randomBytes } from 'node:crypto'

/** The grant of one consent. */
export interface OAuthGrant {
  userId: string
  scopes: string[]
  /** Whether it came with a refresh token. */
  refreshable: boolean
}

export interface OAuthToken {
  value: string
  kind: 'access' | 'refresh'
  grant: OAuthGrant
  state: 'valid' | 'expired' | 'revoked'
  /** Null: never. */
  expiresAt: Date | null
}

/** Why a bearer token is not taken. */
export type TokenRefusal = 'missing' | 'unknown' | 'expired' | 'revoked'

export interface OAuthTokens {
  readonly all: ReadonlyMap<string, OAuthToken>
  /** A new token; `seconds` null for one that never expires. */
  issue(kind: OAuthToken['kind'], grant: OAuthGrant, seconds: number | null): OAuthToken
  /** The token of a value; expiry counts from now. */
  check(value: string | undefined, kind: OAuthToken['kind']): OAuthToken | TokenRefusal
  /** Ends one token. */
  end(value: string, state: 'expired' | 'revoked'): void
  /** Ends every token of a consent. */
  endGrant(grant: OAuthGrant): void
  /** Ends every access token; revoking ends the refresh tokens too. */
  endAll(state: 'expired' | 'revoked'): void
}

/** The tokens that a network has given out. */
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
