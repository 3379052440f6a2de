import { whileFree } from '@atrium/database'
import type { Deps } from '../deps.ts'
import {
  differingTranscriptSums,
  nextOrgWithTranscripts,
  repairTranscriptSums,
} from './transcript-sums.db.ts'

const longestMs = 300_000

export type SumsOutcome = 'right' | 'repaired' | 'failed'

type Checking = Pick<Deps, 'db' | 'logger' | 'now'> & { checked(outcome: SumsOutcome): void }

/**
 * Compares the stored transcript sizes with the runs and repairs them, one organisation after the
 * other. Only one replica checks at a time.
 */
export function createTranscriptSumsCheck({ db, logger, now, checked }: Checking) {
  let last = ''
  return (signal?: AbortSignal): Promise<void> =>
    whileFree(db, 'workflow.check-transcript-sums', async (connection) => {
      const until = now().getTime() + longestMs
      while (!signal?.aborted && now().getTime() < until) {
        const org = await nextOrgWithTranscripts(connection, last)
        last = org ?? ''
        if (org === null) return
        try {
          const persons = await differingTranscriptSums(connection, org)
          if (persons > 0) {
            await repairTranscriptSums(connection, org)
            logger.error(
              { org, persons },
              '[agent-runs] kept sums of transcripts differed and were counted anew',
            )
          }
          checked(persons === 0 ? 'right' : 'repaired')
        } catch (err) {
          checked('failed')
          logger.error(
            { err, org },
            '[agent-runs] the kept sums of transcripts could not be compared',
          )
        }
      }
    })
}
