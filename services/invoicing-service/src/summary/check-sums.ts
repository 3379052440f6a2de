import type { Deps } from '../deps.ts'
import { differingSums, nextOrgWithSums } from './sums.db.ts'

/** The longest time of one run; the next one goes on. */
const longestMs = 300_000
const namedAtMost = 10

/**
 * A job that compares the kept sums of invoices with the invoices, one organisation after another: a difference is logged
 * as an error. A run answers the organisations with one.
 */
export function createSumsCheck({ db, logger, now }: Pick<Deps, 'db' | 'logger' | 'now'>) {
  let last = ''
  return async (signal?: AbortSignal): Promise<string[]> => {
    const until = now().getTime() + longestMs
    const faulty: string[] = []
    while (!signal?.aborted && now().getTime() < until) {
      const org = await nextOrgWithSums(db, last)
      last = org ?? ''
      if (org === null) break
      const differing = await differingSums(db, org)
      if (differing.length === 0) continue
      faulty.push(org)
      const places = differing.slice(0, namedAtMost).map((place) => Object.values(place).join(' '))
      const context = { org, count: differing.length, places }
      logger.error(context, '[invoices] the kept sums differ from the invoices')
    }
    return faulty
  }
}
