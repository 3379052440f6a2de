import { AtriumError } from '@atrium/sdk'
import type { atrium } from '../../platform/connection/api.ts'

/** What fills the sample: the platform's client of this page. */
export type SampleClient = Pick<typeof atrium, 'call' | 'upload' | 'importStatement'>

const impossible = new Set([
  'not_configured',
  'token_rejected',
  'network_unavailable',
  'no_pages_found',
  'sender_not_verified',
  'mail_limit',
  'plan_limit',
])

/**
 * Returns undefined if this deployment cannot do the work, for example because the stand-ins of the
 * networks do not run. Rethrows every other error.
 */
export const ifPossible = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof AtriumError && impossible.has(error.code)) return undefined
    throw error
  })

const everyMs = 300
const mostLooks = 100

/** Looks again and again, for half a minute at most, until the work is done. */
export async function untilDone(isDone: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < mostLooks; look += 1) {
    if (await isDone()) return
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
