/** What a failed call means for what was asked. `unknown` is never safe to send again. */
export type FailureClass = 'retry' | 'reconnect' | 'fix_content' | 'blocked' | 'unknown'

export interface NetworkErrorInit {
  class: FailureClass
  /** For people; no credential in it. */
  message: string
  /** The network's own code, where it gave one. */
  code?: number | string | undefined
  /** Whether the token itself is refused, so that the channel is over until it is connected again. */
  tokenInvalid?: boolean | undefined
  /** Seconds. */
  retryAfter?: number | undefined
  /** Whose rate is used up: that of the account, or that of the operator's app, which all accounts share. */
  usedUp?: 'account' | 'app' | undefined
  /** Of an upload in parts: the byte that the network wants next. */
  resumeAt?: number | undefined
  cause?: unknown
}

/** A call to a network that did not do what was asked. */
export class NetworkError extends Error {
  readonly class: FailureClass
  readonly code: number | string | undefined
  readonly tokenInvalid: boolean
  readonly retryAfter: number | undefined
  readonly usedUp: 'account' | 'app' | undefined
  readonly resumeAt: number | undefined

  constructor(init: NetworkErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause })
    this.name = 'NetworkError'
    this.class = init.class
    this.code = init.code
    this.tokenInvalid = init.tokenInvalid ?? false
    this.retryAfter = init.retryAfter
    this.usedUp = init.usedUp
    this.resumeAt = init.resumeAt
  }
}
