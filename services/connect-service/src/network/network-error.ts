/** The consequence of a failed call. `unknown` is never safe to send again. */
export type FailureClass = 'retry' | 'reconnect' | 'fix_content' | 'blocked' | 'unknown'

export interface FailureDetails {
  /** The network's own code, where it gave one. */
  code?: number | string | undefined
  /** Whether the network refuses the token itself: the channel ends until its owner connects it again. */
  tokenInvalid?: boolean | undefined
  retryAfter?: number | undefined
  /** The rate that is used up: that of the account, or that of the operator's app, which all accounts share. */
  usedUp?: 'account' | 'app' | undefined
  /** Of an upload in parts: the byte that the network wants next. */
  resumeAt?: number | undefined
}

/** A failed call to a network. The message is for people and holds no credential. */
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

/** The value of a call, or that of `instead` where it fails with an expected error. */
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

/** Whether another attempt fails as well. */
export const isLasting = (error: NetworkError): boolean => error.class !== 'retry'

export const tokenEnded = (error: NetworkError): boolean => error.tokenInvalid
