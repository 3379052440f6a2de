import type { Upstream } from '../config.ts'

/** How requests of one part of the path space are treated. */
export interface Route {
  /** The pattern; names the operation in the log line and the metrics. */
  readonly path: string
  /** Only these methods; all of them unless told. */
  readonly methods?: readonly string[]
  /** Matches the pattern itself only, not what lies below it. */
  readonly exact: boolean
  /** `own`: the gateway answers itself. */
  readonly to: Upstream | 'own'
  /** `optional`: none is anonymous, a bad one is 401. `ignored`: never looked at, passed on to the service. */
  readonly credentials: 'optional' | 'ignored'
  /** `capped` at 1 MiB, or `streamed` without a limit: the service has its own. */
  readonly body: 'capped' | 'streamed'
  /** Which origins a browser may read the answer from. */
  readonly origins: 'clients' | 'any'
  /**
   * Whose request counter it adds to: the user's or key's, and the address's for who is neither; `sign-in` has one of
   * its own on top of the address's.
   */
  readonly counts: 'caller' | 'address' | 'sign-in' | 'never'
  /** Whether a state-changing request with a session cookie must name an allowed origin. */
  readonly csrf: boolean
  /** The path is a key that the service judges: passed on as it came, encoded or odd. */
  readonly opaque: boolean
  /** What is read here never changes while it is there, so its bytes may be remembered. */
  readonly immutable: boolean
}
