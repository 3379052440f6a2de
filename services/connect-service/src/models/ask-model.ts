import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import { ModelError } from '../calls/model-error.ts'
import type { Deps } from '../deps.ts'
import { noteUsage, secondsBlocked } from '../rates/account-rates.ts'
import type { Ask, ModelAnswer, ModelTarget } from './call-model.ts'

const attempts = 4
/** Seconds to wait after a 429 response without a stated wait. */
const unsaidWait = 2
const backOffMs = (attempt: number) => 250 * 2 ** attempt

/**
 * Calls a model, and retries transient errors until `until` (on the `performance.now()` clock).
 * Throws `ModelError`.
 */
export async function askModel(
  deps: Deps,
  target: ModelTarget,
  ask: Ask,
  until: number,
): Promise<ModelAnswer> {
  // Their libraries take 15 MB, and many platforms never call a model.
  const [{ callModel }, { readModelError }] = await Promise.all([
    import('./call-model.ts'),
    import('./read-model-error.ts'),
  ])
  const left = () => until - performance.now()
  let pauseMs = 0
  return pRetry(
    async (attempt) => {
      if (pauseMs > 0) await sleep(pauseMs)
      const blocked = await keyBlocked(deps, target.apiKey)
      if (blocked * 1_000 >= left()) {
        throw new ModelError(
          'rate_limited',
          'The rate limit of this key is reached. Try again later.',
          {
            retryAfter: blocked,
          },
        )
      }
      if (blocked > 0) await sleep(blocked * 1_000)
      if (left() <= 0) throw new ModelError('unavailable', 'The model did not respond in time')
      try {
        return await callModel(target, ask, AbortSignal.timeout(Math.ceil(left())))
      } catch (thrown) {
        const error = readModelError(thrown, target.apiKey, deps.now())
        deps.logger.warn(
          { class: error.class, provider: target.provider, attempt },
          'A model did not answer',
        )
        if (error.class === 'rate_limited') {
          await blockKey(deps, target.apiKey, error.retryAfter ?? unsaidWait)
          pauseMs = 0
        } else
          pauseMs = error.retryAfter === undefined ? backOffMs(attempt) : error.retryAfter * 1_000
        throw error
      }
    },
    {
      retries: attempts - 1,
      minTimeout: 0,
      maxTimeout: 0,
      shouldRetry: ({ error }) =>
        error instanceof ModelError && error.transient && pauseMs < left(),
    },
  )
}

/** Identifies a key in the rates table by a hash, so the table does not contain the key. */
const rateAccount = (apiKey: string): string =>
  `key:${createHash('sha256').update(apiKey).digest('base64url').slice(0, 32)}`

/** Returns the seconds until any replica may use a key again, or 0 if the key can be used now. */
const keyBlocked = (deps: Pick<Deps, 'db' | 'now'>, apiKey: string): Promise<number> =>
  secondsBlocked(deps, { network: 'model', account_id: rateAccount(apiKey) })

const blockKey = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  apiKey: string,
  seconds: number,
): Promise<void> =>
  noteUsage(db, 'model', now)(rateAccount(apiKey), { percent: 100, regainMinutes: seconds / 60 })
