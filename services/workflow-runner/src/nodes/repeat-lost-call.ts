import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, commonErrors } from '@atrium/contracts'
import pRetry from 'p-retry'

/** Long enough for a restart of connect, and for a call's lease if its process died. */
const patienceMs = 30_000
const lookMs = 5_000
/**
 * Connect counts as dead after this many unanswered checks in a row. While connect shuts down, it
 * still responds.
 */
const silentLooks = 4
/** The response may still be on its way when the call has already ended. */
const graceMs = 1_000

interface PaidCall<O> {
  call(): Promise<O>
  underWay(): Promise<boolean>
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.kind === 'unavailable'

/**
 * Retries a paid call if connect's process died during the call. The idempotency key ensures that
 * the call counts once. Also retries `unavailable`, because connect returns it while the dead
 * call's lease lasts. Throws the last error, or the signal's reason after an abort.
 */
export function repeatLostCall<O extends { outcome: string; failure?: { class: string } }>(
  paid: PaidCall<O>,
  signal: AbortSignal,
  everyMs: number = lookMs,
): Promise<O> {
  let patientUntil = Number.POSITIVE_INFINITY
  const isPatient = (): boolean => {
    // The time counts from the first loss, because a long call may be lost late.
    if (patientUntil === Number.POSITIVE_INFINITY) patientUntil = performance.now() + patienceMs
    return performance.now() < patientUntil
  }
  return pRetry(
    async () => {
      const answer = await watched(paid, everyMs)
      const repeated = patientUntil !== Number.POSITIVE_INFINITY
      if (repeated && answer.failure?.class === 'unavailable' && isPatient())
        throw commonErrors.unavailable()
      return answer
    },
    {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: 100,
      maxTimeout: 2_000,
      signal,
      shouldRetry: ({ error }) => isUnavailable(error) && isPatient(),
    },
  )
}

async function watched<O>({ call, underWay }: PaidCall<O>, everyMs: number): Promise<O> {
  const answered = new AbortController()
  try {
    return await Promise.race([call(), untilLost(underWay, everyMs, answered.signal)])
  } finally {
    answered.abort()
  }
}

async function untilLost(
  underWay: () => Promise<boolean>,
  everyMs: number,
  answered: AbortSignal,
): Promise<never> {
  for (let silent = 0; silent < silentLooks; ) {
    await sleep(everyMs, undefined, { signal: answered })
    const going = await underWay().catch(() => undefined)
    if (going === false) break
    silent = going === undefined ? silent + 1 : 0
  }
  await sleep(Math.min(graceMs, everyMs), undefined, { signal: answered })
  throw commonErrors.unavailable({ message: 'The process for this request stopped. Try again.' })
}
