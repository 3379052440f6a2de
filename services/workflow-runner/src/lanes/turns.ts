import { createLaneQueue } from '@atrium/service-kit'
import type { Pace } from '../engine/index.ts'

/** The time slice of all lanes together, in milliseconds. */
const sliceMs = 5
/**
 * Milliseconds. Work that has used more than this pauses after each turn for as long as the turn
 * took.
 */
const briefMs = 500

/**
 * Splits computation into turns. The event loop serves timers and requests between turns, lanes
 * alternate, and long work uses at most half of the process.
 */
export function createTurns(): (lane: string) => Pace {
  const waiting = createLaneQueue<{ go(): void; rests(): boolean }>()
  // The start of the current slice, or undefined after other work.
  let began: number | undefined
  let last = 0
  let turning = false

  const due = (): boolean => {
    last = performance.now()
    if (began !== undefined) return last - began >= sliceMs
    began = last
    setImmediate(() => {
      began = undefined
    })
    return false
  }
  const next = (): void => {
    const turn = waiting.take()
    if (turn === undefined) {
      turning = false
      return
    }
    began = performance.now()
    last = began
    turn.go()
    setImmediate(() => {
      const used = began === undefined ? 0 : last - began
      began = undefined
      if (used > 1 && turn.rests()) setTimeout(next, used)
      else next()
    })
  }
  return (lane) => {
    let used = 0
    let since = performance.now()
    return {
      due,
      yield() {
        used += Math.min(performance.now() - since, sliceMs * 4)
        return new Promise((resolve) => {
          const go = (): void => {
            since = performance.now()
            resolve()
          }
          waiting.push(lane, { go, rests: () => used > briefMs })
          if (turning) return
          turning = true
          setImmediate(next)
        })
      },
    }
  }
}
