import { extname } from 'node:path'
import { createThreadedLanes } from '@atrium/service-kit'
import { type Match, maxPatternText, PatternError } from '../../engine/index.ts'

export interface MatchRequest {
  source: string
  text: string
}

export interface MatchAnswer {
  found: boolean
  error: string | null
  millis: number
}

/**
 * Runs one match at a time, because a match cannot be interrupted. Lanes take turns. If a match
 * exceeds its limits, only this match fails.
 */
export function createPatternMatches() {
  const thread = createThreadedLanes<MatchRequest, MatchAnswer>({
    // The bundle has the thread as a separate file with the bundle's extension.
    file: new URL(`./pattern-thread${extname(import.meta.url)}`, import.meta.url),
    // The engine limits a match to about a second of CPU time. On a busy machine this takes longer.
    longestMs: 20_000,
    heap: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
    reasons: {
      memory: 'The pattern is too large. Use a simpler pattern.',
      time: 'The pattern takes too long to match. Use a simpler pattern.',
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
