/** Somebody who can sign in at a network. */
export interface SandboxUser {
  id: string
  name: string
  /** The name in the network's addresses, if it has one. */
  username?: string
  email?: string
  pictureUrl?: string
}

/** An authorization server's error, before it takes the network's own shape. */
export interface OAuthRefusal {
  /** A code from RFC 6749, 5.2. */
  error: string
  description: string
  status: number
  endpoint: 'token' | 'revoke'
}

/** How one network's authorization server behaves. Paths are below `/<network>`. */
export interface OAuthSettings {
  /** The neutral name, also the first segment of every path. */
  network: string
  /** The network's name on the consent page. */
  title: string
  clientId: string
  clientSecret: string
  /** How the client authenticates at the token and revoke endpoints. */
  clientAuthentication: 'form' | 'basic'
  pkce: 'required' | 'optional' | 'none'
  /** All permissions. Any other one in `scope` is refused. */
  scopes: readonly string[]
  /** Permissions granted even if the user unticks them. */
  fixedScopes?: readonly string[]
  /** The users who can sign in. The first one is used unless the form has `user=<id>`. */
  users: SandboxUser[]
  dialogPath?: string
  tokenPath?: string
  revokePath?: string
  /** An access token's lifetime in seconds. */
  accessSeconds: number
  /** `kept`: the refresh token never changes, and a refresh returns none. */
  refresh: 'rotating' | 'kept' | 'none'
  /** Returns whether this consent gets a refresh token. Defaults to always. */
  givesRefresh?(dialog: Readonly<Record<string, string>>, scopes: readonly string[]): boolean
  /** True if revoking an access token also ends its refresh token. */
  revokeEnds?: 'token' | 'grant'
  /** Returns what is wrong with further parameters in the dialog's address, or undefined. */
  checkDialog?(dialog: Readonly<Record<string, string>>): string | undefined
  /** The parameters returned by Deny. Defaults to `access_denied`. */
  denied?: Readonly<Record<string, string>>
  /** Returns the network's own error body. */
  errorBody?(refusal: OAuthRefusal): object
}
