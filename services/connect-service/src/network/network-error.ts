/** What a failed call means for the caller. After `unknown` it is never safe to send again. */
export type FailureClass = 'retry' | 'reconnect' | 'fix_content' | 'blocked' | 'unknown'

export interface FailureDetails {
  /** The network's own code. */
  code?: number | string | undefined
  /**
   * True if the network refused the token itself. The channel is then invalidated until its owner
   * reconnects it.
   */
  tokenInvalid?: boolean | undefined
  retryAfter?: number | undefined
  /**
   * Which rate limit is used up: the account's, or the app's. All accounts share the app's limit.
   */
  usedUp?: 'account' | 'app' | undefined
  /** For an upload in parts: the byte offset that the network expects next. */
  resumeAt?: number | undefined
}

/** A failed call to a network. The message is shown to users and contains no credential. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly class: FailureClass
  readonly code: number | string | undefined
  readonly tokenInvalid: boolean
  readonly retryAfter: number | undefined
  readonly usedUp: 'account' | 'app' | undefined
  readonly resumeAt: number | undefined

  constructor(failure: FailureClass, message: string, details: FailureDetails = {}) {
    super(message)
    this.class = failure
    this.code = details.code
    this.tokenInvalid = details.tokenInvalid ?? false
    this.retryAfter = details.retryAfter
    this.usedUp = details.usedUp
    this.resumeAt = details.resumeAt
  }
}

/** Returns a call's result, or the result of `instead` if the call fails with an expected error. */
export const rescued = <T, U>(
  call: Promise<T>,
  expected: (error: NetworkError) => boolean,
  instead: (error: NetworkError) => U | Promise<U>,
): Promise<T | U> =>
  call.catch((error: unknown) => {
    if (error instanceof NetworkError && expected(error)) return instead(error)
    throw error
  })

export const hasCode =
  (...codes: readonly unknown[]) =>
  ({ code }: NetworkError): boolean =>
    codes.includes(code)

export const hasClass =
  (expected: FailureClass) =>
  (error: NetworkError): boolean =>
    error.class === expected

export const isLasting = (error: NetworkError): boolean => error.class !== 'retry'

export const tokenEnded = (error: NetworkError): boolean => error.tokenInvalid
