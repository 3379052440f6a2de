import type { ModelFailure, ModelFailureClass, ModelUsage, WorkflowFix } from '@atrium/contracts'
import { longestWaitSeconds } from '../network/stated-time.ts'
import { ModelError } from './model-error.ts'

interface Failed {
  outcome: 'failed'
  failure: ModelFailure
  usage: ModelUsage | null
}

const channels = { label: 'Open the accounts', href: '/channels' }
const fixes: Readonly<Partial<Record<ModelFailureClass, WorkflowFix>>> = {
  no_model: { label: 'Connect an AI account', href: '/channels' },
  credits_exhausted: { label: 'Top up credits', href: '/settings/billing' },
  spending_limit: { label: 'Open the spending limits', href: '/settings/billing' },
  key_refused: channels,
}

export const modelFailure = (
  kind: ModelFailureClass,
  message: string,
  { retryAfter, fix }: { retryAfter?: number | undefined; fix?: WorkflowFix | null } = {},
): ModelFailure => ({
  class: kind,
  message: message.slice(0, 500),
  fix: fix === undefined ? (fixes[kind] ?? null) : fix,
  ...(retryAfter === undefined
    ? {}
    : { retryAfterSeconds: Math.min(longestWaitSeconds, Math.max(1, Math.ceil(retryAfter))) }),
})

export const failed = (failure: ModelFailure, usage: ModelUsage | null = null): Failed => ({
  outcome: 'failed',
  failure,
  usage,
})

/**
 * Converts an error to a failure. If the key is the operator's (`ofOperator`), a refused key has no
 * fix because the user cannot change that key.
 */
export const failureOfModel = (error: ModelError, ofOperator: boolean): ModelFailure =>
  modelFailure(error.class, error.message, {
    retryAfter: error.retryAfter,
    ...(ofOperator && error.class === 'key_refused' ? { fix: null } : {}),
  })

export function modelErrorIn(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  throw error
}
