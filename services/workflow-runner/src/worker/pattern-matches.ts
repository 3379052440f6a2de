import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Match, maxPatternText, PatternError } from '../engine/index.ts'
import { createLaneQueue } from '../lanes/lane-queue.ts'

export interface MatchRequest {
  source: string
  text: string
}

export interface MatchAnswer {
  found: boolean
  /** The reason of a missing verdict. */
  error: string | null
  /** CPU time. */
  millis: number
}

interface Waiting extends MatchRequest {
  resolve(result: { found: boolean; millis: number }): void
  reject(error: Error): void
}

// The engine bounds a match to about a second of CPU time; this is the limit on a busy machine.
const longestMs = 20_000
// In a bundle the thread is a file beside it, with its extension.
const threadFile = new URL(`./pattern-thread${extname(import.meta.url)}`, import.meta.url)
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/**
 * Runs slow matches in a worker thread, one at a time, the lanes in turn: a match cannot be interrupted. The thread
 * starts with the first match; a match that exhausts memory or time fails alone, with its thread.
 */
export function createPatternMatches() {
  const queue = createLaneQueue<Waiting>()
  let thread: Worker | undefined
  let current: { match: Waiting; timer: NodeJS.Timeout } | undefined
  let stopped = false

  const settle = (finish: (match: Waiting) => void): void => {
    if (current === undefined) return
    const { match, timer } = current
    clearTimeout(timer)
    current = undefined
    finish(match)
    next()
  }
  const drop = (lost: Worker, reason: string): void => {
    if (thread !== lost) return
    thread = undefined
    void lost.terminate()
    settle((match) => match.reject(new PatternError(reason)))
  }
  const start = (): Worker => {
    const fresh = new Worker(threadFile, { resourceLimits: heap })
    fresh.unref()
    fresh.on('message', ({ found, error, millis }: MatchAnswer) =>
      settle(({ resolve, reject }) =>
        error === null ? resolve({ found, millis }) : reject(new PatternError(error)),
      ),
    )
    fresh.on('error', () => drop(fresh, 'The pattern needs too much memory'))
    fresh.on('exit', () => drop(fresh, 'The pattern could not be matched'))
    return fresh
  }
  const next = (): void => {
    if (current !== undefined) return
    const match = queue.take()
    if (match === undefined) {
      thread?.unref()
      return
    }
    if (stopped) {
      match.reject(new PatternError('The server is stopping'))
      next()
      return
    }
    thread ??= start()
    const used = thread
    used.ref()
    current = { match, timer: setTimeout(() => drop(used, 'The pattern takes too long'), longestMs) }
    used.postMessage({ source: match.source, text: match.text } satisfies MatchRequest)
  }
  return {
    /** Matches for one lane. */
    of:
      (lane: string): Match =>
      (source, text) =>
        new Promise((resolve, reject) => {
          queue.push(lane, { source, text: text.slice(0, maxPatternText), resolve, reject })
          next()
        }),
    async stop(): Promise<void> {
      stopped = true
      const last = thread
      thread = undefined
      await last?.terminate()
      settle((match) => match.reject(new PatternError('The server is stopping')))
    },
  }
}
