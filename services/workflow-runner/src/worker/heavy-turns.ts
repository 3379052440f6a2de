import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'

/** What a piece of work answered, and how long it held the process: its CPU time, so that a busy machine is no fault. */
export interface HeavyResult<T> {
  value: T
  millis: number
}

/** Runs work that may hold the process for long, one piece at a time. Rejects with what the work throws. */
export type HeavyTurns = <T>(work: () => T) => Promise<HeavyResult<T>>

const slowMs = 50

/**
 * Between two pieces the process is free for as long as the last one took, and for three times as long when that
 * was long: whatever is waiting, no more than one piece stands between other work and its turn.
 */
export function createHeavyTurns(): HeavyTurns {
  let free: Promise<void> = Promise.resolve()
  return (work) => {
    let millis = 0
    const done = free.then(() => {
      const started = process.threadCpuUsage()
      try {
        return work()
      } finally {
        const { user, system } = process.threadCpuUsage(started)
        millis = (user + system) / 1_000
      }
    })
    const rest = async (): Promise<void> => {
      if (millis < 1) await turn()
      else await sleep(millis > slowMs ? millis * 3 : millis)
    }
    free = done.then(rest, rest)
    return done.then((value) => ({ value, millis }))
  }
}
