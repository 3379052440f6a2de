import type { Upstream } from '../config.ts'

export interface Route {
  /** The pattern; names the operation in the log line and the metrics. */
  readonly path: string
  readonly methods?: readonly string[]
  /** Matches the pattern itself, not the paths below it. */
  readonly exact: boolean
  /** `own`: the gateway answers. `live`: with the events of the caller's org. */
  readonly to: Upstream | 'own' | 'live'
  /**
   * `optional`: without one the caller is anonymous, a bad one is 401. `ignored`: forwarded to the service unread.
   * `bearer`: an assistant's access token or an API key is needed, and a session counts for nothing.
   */
  readonly credentials: 'optional' | 'ignored' | 'bearer'
  /** `capped` at 1 MiB, `large` at 8 MiB, or `streamed` without a limit of the gateway. */
  readonly body: 'capped' | 'large' | 'streamed'
  /**
   * Which origins a browser may read the answer from. `assistants`: the known clients, and without credentials the
   * pages of assistants that the operator lists.
   */
  readonly origins: 'clients' | 'any' | 'assistants'
  /** The counter: the user's or key's, for anonymous callers the address's; `sign-in` adds one of its own to that. */
  readonly counts: 'caller' | 'address' | 'sign-in' | 'never'
  /** Whether a state-changing request with a session cookie must name an allowed origin. */
  readonly csrf: boolean
  /** The path is a key for the service to judge: forwarded unchanged. */
  readonly opaque: boolean
  /** The service may wait long before it answers: the caller is looked at again meanwhile, as with event streams. */
  readonly waits: boolean
  /** Small answers that never change may be remembered (ADR 0012). */
  readonly immutable: boolean
}
