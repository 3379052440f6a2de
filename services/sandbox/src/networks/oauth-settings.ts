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

/** How one network's authorization server behaves. Paths stand below `/<network>`. */
export interface OAuthSettings {
  /** The neutral name, which is the first segment of every path. */
  network: string
  /** The network's name on the consent page. */
  title: string
  clientId: string
  clientSecret: string
  /** How the client proves itself at the token and revoke endpoints. */
  clientAuthentication: 'form' | 'basic'
  pkce: 'required' | 'optional' | 'none'
  /** Every permission there is; another one in `scope` is refused. */
  scopes: readonly string[]
  /** Those that are granted whatever a person unticks. */
  fixedScopes?: readonly string[]
  /** Between scopes in the dialog's address; a space by default. Answers always have a space. */
  scopeSeparator?: string
  /** The people who can sign in; the first one unless the form has `user=<id>`. */
  users: SandboxUser[]
  dialogPath?: string
  tokenPath?: string
  /** Null: the network has no such endpoint. */
  revokePath?: string | null
  /** Seconds that an access token lives; null for ever, and then `expires_in` is not sent. */
  accessSeconds: number | null
  /** `kept`: the same refresh token for ever, and a refresh answers none. */
  refresh: 'rotating' | 'kept' | 'none'
  /** Whether this consent earns a refresh token; always when absent. */
  givesRefresh?(dialog: Readonly<Record<string, string>>, scopes: readonly string[]): boolean
  /** Seconds that a code lives; 60 by default. */
  codeSeconds?: number
  /** Whether revoking an access token ends its refresh token too. */
  revokeEnds?: 'token' | 'grant'
  /** The problem of further parameters of the dialog's address, or undefined. */
  checkDialog?(dialog: Readonly<Record<string, string>>): string | undefined
  /** The parameters that Deny returns; `access_denied` when absent. */
  denied?: Readonly<Record<string, string>>
  /** The network's own error body. */
  errorBody?(refusal: OAuthRefusal): object
  /** Fields of the token answer beside the standard's. */
  tokenFields?(token: { userId: string; scopes: readonly string[] }): Record<string, unknown>
}
