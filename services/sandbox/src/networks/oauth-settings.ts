/** Somebody who can sign in at a network. */
export interface SandboxUser {
  id: string
  name: string
  /** The name in the network's addresses, where it has one. */
  username?: string
  email?: string
  pictureUrl?: string
}

/** A refusal of the authorization server, before it takes the network's own shape. */
export interface OAuthRefusal {
  /** Of RFC 6749, 5.2. */
  error: string
  description: string
  status: number
  endpoint: 'token' | 'revoke'
}

/** The behaviour of one network's authorization server. Paths stand below `/<network>`. */
export interface OAuthSettings {
  /** The neutral name, which is the first segment of every path. */
  network: string
  /** The network's name on the consent page. */
  title: string
  clientId: string
  clientSecret: string
  /** The authentication of the client at the token and revoke endpoints. */
  clientAuthentication: 'form' | 'basic'
  pkce: 'required' | 'optional' | 'none'
  /** Every permission there is; another one in `scope` is refused. */
  scopes: readonly string[]
  /** Those that are granted whatever a person unticks. */
  fixedScopes?: readonly string[]
  /** The people who can sign in; the first one unless the form has `user=<id>`. */
  users: SandboxUser[]
  dialogPath?: string
  tokenPath?: string
  revokePath?: string
  /** Seconds that an access token lives. */
  accessSeconds: number
  /** `kept`: the same refresh token for ever, and a refresh answers none. */
  refresh: 'rotating' | 'kept' | 'none'
  /** Whether this consent earns a refresh token; always when absent. */
  givesRefresh?(dialog: Readonly<Record<string, string>>, scopes: readonly string[]): boolean
  /** Whether revoking an access token ends its refresh token too. */
  revokeEnds?: 'token' | 'grant'
  /** The problem of further parameters of the dialog's address, or undefined. */
  checkDialog?(dialog: Readonly<Record<string, string>>): string | undefined
  /** The parameters that Deny returns; `access_denied` when absent. */
  denied?: Readonly<Record<string, string>>
  /** The network's own error body. */
  errorBody?(refusal: OAuthRefusal): object
}
