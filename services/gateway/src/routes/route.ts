import type { Upstream } from '../config.ts'

export interface Route {
  /** The pattern. Log lines and metrics use it as the operation's name. */
  readonly path: string
  readonly methods?: readonly string[]
  /** True if the route covers only the pattern itself, not the paths below it. */
  readonly exact: boolean
  /** `own`: the gateway responds itself. `live`: the gateway streams the org's events. */
  readonly to: Upstream | 'own' | 'live'
  /**
   * `optional`: without a credential the caller is anonymous, and a bad credential gets 401.
   * `ignored`: credentials are forwarded to the service unread. `bearer`: the request needs an
   * assistant's access token or an API key, and a session does not count.
   */
  readonly credentials: 'optional' | 'ignored' | 'bearer'
  /** `capped`: at most 1 MiB. `large`: at most 8 MiB. `streamed`: no limit in the gateway. */
  readonly body: 'capped' | 'large' | 'streamed'
  /**
   * Origins whose pages may read the response. `assistants`: known clients, and without credentials
   * also the assistants' pages on the operator's list.
   */
  readonly origins: 'clients' | 'any' | 'assistants'
  /**
   * Which limit counts the request: the user's or key's, or the address's for anonymous callers.
   * `sign-in` also counts in a second limit per address.
   */
  readonly counts: 'caller' | 'address' | 'sign-in' | 'never'
  /** True if a state-changing request with a session cookie must have an allowed origin. */
  readonly csrf: boolean
  /** The path is a key checked by the service. It is forwarded unchanged. */
  readonly opaque: boolean
  /**
   * The service may wait long before it responds. Meanwhile the caller is re-checked, as in event
   * streams.
   */
  readonly waits: boolean
  /** Small immutable responses may be cached (ADR 0012). */
  readonly immutable: boolean
  /** Pages that are the same for every visitor are kept for half a second. */
  readonly shared: boolean
}
