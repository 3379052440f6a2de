import { extname } from 'node:path'
import { createThreadedLanes } from '@atrium/service-kit'
import { type Match, maxPatternText, PatternError } from '../engine/index.ts'

export interface MatchRequest {
  source: string
  text: string
}

export interface MatchAnswer {
  found: boolean
  error: string | null
  millis: number
}

/** One match at a time, the lanes in turn, since none can be interrupted; one beyond its limits fails alone. */
export function createPatternMatches() {
  const thread = createThreadedLanes<MatchRequest, MatchAnswer>({
    // In a bundle the thread is a file beside it, with its extension.
    file: new URL(`./pattern-thread${extname(import.meta.url)}`, import.meta.url),
    // The engine bounds a match to about a second of CPU time; this is the limit on a busy machine.
    longestMs: 20_000,
    heap: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
    reasons: {
      memory: 'The pattern needs too much memory',
      time: 'The pattern takes too long',
      lost: 'The pattern could not be matched',
    },
    error: (reason) => new PatternError(reason),
  })
  return {
    of:
      (lane: string): Match =>
      async (source, text) => {
        const { found, error, millis } = await thread.run(lane, {
          source,
          text: text.slice(0, maxPatternText),
        })
        if (error !== null) throw new PatternError(error)
        return { found, millis }
      },
    stop: thread.stop,
  }
}
