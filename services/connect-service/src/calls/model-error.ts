import type { ModelFailureClass } from '@atrium/contracts'

interface ModelErrorDetails {
  /** Seconds that the provider names. */
  retryAfter?: number | undefined
  /** Whether the same call may succeed a little later. */
  transient?: boolean
  /** Whether the provider does not know the key any more. */
  keyEnded?: boolean
  /** True if the call costs credits although it failed, because the provider refused the text and counted it. */
  isCharged?: boolean
}

/** A failed call of a model or of speech. The message is for people and holds no credential. */
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
