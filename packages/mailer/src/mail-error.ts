export interface MailErrorInit {
  /** Whether the same mail may succeed later. */
  retryable: boolean
  /** Seconds that the provider asked to wait. */
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** A mail that was not accepted. Its message names status and provider's code, never an address or the text. */
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
