import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import pLimit from 'p-limit'

/** Runs synchronous work, one piece at a time. Rejects with the errors of the work. */
export type CpuLimiter = <T>(work: () => T) => Promise<T>

const slowMs = 50

/**
 * Leaves the process idle between two pieces for the CPU time of the last one, and for three times as long after a slow
 * one, so that no request waits for more than one piece.
 */
export function createCpuLimiter(): CpuLimiter {
  const limit = pLimit(1)
  return <T>(work: () => T) =>
    new Promise<T>((resolve, reject) => {
      void limit(async () => {
        const started = process.threadCpuUsage()
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
        const { user, system } = process.threadCpuUsage(started)
        const millis = (user + system) / 1_000
        await (millis < 1 ? turn() : sleep(millis > slowMs ? millis * 3 : millis))
      })
    })
}
