import type { ModelFailureClass } from '@atrium/contracts'

interface ModelErrorDetails {
  /** Seconds. */
  retryAfter?: number | undefined
  transient?: boolean
  /** True if the provider no longer accepts the key. */
  keyEnded?: boolean
  /** True if the call costs credits although it failed, because the provider refused the text and counted it. */
  isCharged?: boolean
}

/** A failed model or speech call. The message is shown to users and contains no credential. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly class: ModelFailureClass
  readonly retryAfter: number | undefined
  readonly transient: boolean
  readonly keyEnded: boolean
  readonly isCharged: boolean

  constructor(kind: ModelFailureClass, message: string, details: ModelErrorDetails = {}) {
    super(message)
    this.class = kind
    this.retryAfter = details.retryAfter
    this.transient = details.transient ?? false
    this.keyEnded = details.keyEnded ?? false
    this.isCharged = details.isCharged ?? false
  }
}
