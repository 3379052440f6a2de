import {
  AppError,
  failsEveryItem,
  type ModelFailure,
  type ModelFailureClass,
  type WorkflowFix,
} from '@atrium/contracts'

export class ModelError extends Error {
  readonly kind: ModelFailureClass
  readonly fix: WorkflowFix | null
  /** True if no further item can succeed, because there is no model or no credit. */
  readonly ends: boolean

  constructor(
    failure: Pick<ModelFailure, 'class' | 'message'> & Partial<Pick<ModelFailure, 'fix'>>,
  ) {
    super(failure.message)
    this.name = 'ModelError'
    this.kind = failure.class
    this.fix = failure.fix ?? fixes[failure.class] ?? null
    this.ends = failsEveryItem({ ...failure, fix: this.fix })
  }
}

export const connectModel: WorkflowFix = { label: 'Connect a model', href: '/channels' }
const fixes: Readonly<Partial<Record<ModelFailureClass, WorkflowFix>>> = {
  no_model: connectModel,
  key_refused: connectModel,
  credits_exhausted: { label: 'Top up credits', href: '/settings/billing' },
}

/** True if the run's user has no model at all. */
export const isWithoutModel = ({ kind }: ModelError): boolean =>
  kind === 'no_model' || kind === 'not_configured'

/**
 * Converts a model port's error to a `ModelError`. Other errors stay unchanged, for example the
 * reason for a cancelled run.
 */
export function toModelError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const kind = error.kind === 'unavailable' ? 'unavailable' : 'provider_refused'
  return new ModelError({ class: kind, message: error.message })
}
