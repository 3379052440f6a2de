import { commonErrors } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import type { Processor } from './processor.ts'

/** The processor. Throws `not_configured` (400) while `PAYMENTS_SECRET_KEY` is unset. */
export function requireProcessor(deps: Pick<Deps, 'processor'>): Processor {
  if (deps.processor !== null) return deps.processor
  throw commonErrors.not_configured({ message: 'The payment processor is not configured' })
}
