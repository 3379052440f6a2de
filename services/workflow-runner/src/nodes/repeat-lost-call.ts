import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, commonErrors } from '@atrium/contracts'
import pRetry from 'p-retry'

/** Covers the restart of connect, and the lease of a call whose process died. */
const patienceMs = 30_000
const lookMs = 5_000
/** A connect that is silent for so many looks is dead; one that stops still answers its calls. */
const silentLooks = 4
/** An answer may be on its way while its call has ended already. */
const graceMs = 1_000

interface PaidCall<O> {
  call(): Promise<O>
  underWay(): Promise<boolean>
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.kind === 'unavailable'

/**
 * Repeats a paid call, which counts once for its key, where its process dies; `unavailable` during its lease. Throws
 * the last error, or the reason of the signal once it aborts.
 */
export function repeatLostCall<O extends { outcome: string; failure?: { class: string } }>(
  paid: PaidCall<O>,
  signal: AbortSignal,
  everyMs: number = lookMs,
): Promise<O> {
  let patientUntil = Number.POSITIVE_INFINITY
  const isPatient = (): boolean => {
    // Counts from the first loss, which a long call may meet late.
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
  throw commonErrors.unavailable({ message: 'The process that made this call is gone' })
}
