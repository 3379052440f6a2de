import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until the condition holds. Throws its description after the deadline. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 10_000,
) {
  const deadline = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await sleep(50)
  }
}

/** True if a process runs. A zombie does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (process.platform !== 'linux') return true
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
