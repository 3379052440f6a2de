import type { Db } from '../database.ts'
import type { Deps } from '../deps.ts'
import { differingSums, nextOrgWithSums, whileSumsCheckIsFree } from './sums.db.ts'

/** Longest time of a run, in milliseconds. The next run continues. */
const longestMs = 300_000

type Checking = Pick<Deps, 'db' | 'logger' | 'now' | 'checkedSums'>

/**
 * Creates a check that compares the stored sums with the invoices, one organisation after another.
 * A difference or failure is logged as an error. A run returns the organisations that differ, or
 * none while another process is checking.
 */
export function createSumsCheck(deps: Checking) {
  let last = ''
  return async (signal?: AbortSignal): Promise<string[]> => {
    const until = deps.now().getTime() + longestMs
    const faulty: string[] = []
    await whileSumsCheckIsFree(deps.db, async (db) => {
      while (!signal?.aborted && deps.now().getTime() < until) {
        const org = await nextOrgWithSums(db, last)
        last = org ?? ''
        if (org === null) return
        if (await differs(deps, db, org)) faulty.push(org)
      }
    })
    return faulty
  }
}

async function differs({ logger, checkedSums }: Checking, db: Db, org: string): Promise<boolean> {
  try {
    const { count, places } = await differingSums(db, org)
    checkedSums.inc({ outcome: count === 0 ? 'right' : 'differing' })
    if (count === 0) return false
    logger.error({ org, count, places }, '[invoices] the kept sums differ from the invoices')
    return true
  } catch (err) {
    checkedSums.inc({ outcome: 'failed' })
    logger.error({ err, org }, '[invoices] the kept sums could not be compared with the invoices')
    return false
  }
}
