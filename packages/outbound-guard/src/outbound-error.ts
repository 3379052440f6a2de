/**
 * Why a request failed: a malformed address, an unknown or refused host, a refused scheme or port,
 * …
 */
export type OutboundCode =
  | 'invalid'
  | 'no_host'
  | 'refused'
  | 'timeout'
  | 'too_large'
  | 'redirect'
  | 'failed'

/**
 * Thrown if a request to a user's address brought no complete response. The message is for that
 * user.
 */
export class OutboundError extends Error {
  readonly code: OutboundCode

  constructor(code: OutboundCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'OutboundError'
    this.code = code
  }
}
