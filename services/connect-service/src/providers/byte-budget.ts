import { maxMailBytes } from '@atrium/contracts'
import { NetworkError } from '../network/network-error.ts'

export type HoldBytes = <T>(bytes: number, work: () => Promise<T>) => Promise<T>

/**
 * Limits how many bytes all calls in this process hold at once. Work waits in order for its share.
 * Throws `NetworkError` if the work did not start within `waitMs`.
 */
export function createByteBudget(most: number, waitMs: number): HoldBytes {
  let held = 0
  let waiting: { bytes: number; start(): void }[] = []
  const startNext = () => {
    for (let next = waiting[0]; next !== undefined && held + next.bytes <= most; ) {
      waiting.shift()
      held += next.bytes
      next.start()
      next = waiting[0]
    }
  }
  const takeShare = (bytes: number) =>
    new Promise<void>((resolve, reject) => {
      const entry = {
        bytes,
        start: () => {
          clearTimeout(timeout)
          resolve()
        },
      }
      const timeout = setTimeout(() => {
        waiting = waiting.filter((each) => each !== entry)
        reject(new NetworkError('retry', 'Many large messages are being read. Try again later.'))
        startNext()
      }, waitMs)
      waiting.push(entry)
      startNext()
    })
  return async (bytes, work) => {
    const share = Math.min(bytes, most)
    await takeShare(share)
    try {
      return await work()
    } finally {
      held -= share
      startNext()
    }
  }
}

const budgetWaitMs = 10_000

/** Creates the budget for all mailboxes in this process: the two largest messages. */
export const createMailBudget = (): HoldBytes => createByteBudget(2 * maxMailBytes, budgetWaitMs)
