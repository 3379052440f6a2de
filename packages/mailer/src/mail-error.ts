export interface MailErrorInit {
  /** True if a retry of the mail may succeed. */
  retryable: boolean
  /** The delay requested by the provider, in seconds. */
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/**
 * Thrown if a mail was not accepted. The message contains the status and the provider's code, never
 * an address or the mail text.
 */
export class MailError extends Error {
  readonly retryable: boolean
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, init: MailErrorInit) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause })
    this.name = 'MailError'
    this.retryable = init.retryable
    this.retryAfterSeconds = init.retryAfterSeconds
  }
}
