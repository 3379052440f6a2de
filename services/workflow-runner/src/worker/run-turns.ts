import { createLaneQueue } from './lane-queue.ts'

/** Milliseconds that runs may have the process at a stretch, all of them together. */
const sliceMs = 8
/** After so much of the process in all, a run rests for as long as each of its turns took. */
const briefMs = 500

/** The turns of one run. */
export interface RunTurns {
  due(): boolean
  breathe(): Promise<void>
}

/**
 * Turns for all runs of a process. Between two turns timers, sockets and requests are served; the lanes take turns;
 * and a run that goes on for long leaves half of the process to everything else.
 */
export function createTurns(): (lane: string) => RunTurns {
  const waiting = createLaneQueue<{ go(): void; rests(): boolean }>()
  // Since when runs have had the process; undefined when something else has had it since.
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
      breathe() {
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
