import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from '@atrium/service-kit'
import { matchesPattern } from '../../engine/conditions/pattern.ts'
import type { MatchAnswer, MatchRequest } from './pattern-matches.ts'

parentPort?.on('message', ({ source, text }: MatchRequest) => {
  const started = process.threadCpuUsage()
  const answer = (): Pick<MatchAnswer, 'found' | 'error'> => {
    try {
      return { found: matchesPattern(source, text), error: null }
    } catch (error) {
      return { found: false, error: error instanceof Error ? error.message : String(error) }
    }
  }
  const { found, error } = answer()
  const { user, system } = process.threadCpuUsage(started)
  const value = { found, error, millis: (user + system) / 1_000 }
  parentPort?.postMessage({ value } satisfies ThreadAnswer<MatchAnswer>)
})
