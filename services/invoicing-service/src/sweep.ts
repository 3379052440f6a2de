import { inTransaction } from '@atrium/database'
import type { Transaction } from './database.ts'
import type { Deps } from './deps.ts'

interface OrgRow {
  readonly org_id: string
}

/** Takes one row from each org in turn. Within an org the order stays. */
export function takingTurns<R extends OrgRow>(rows: readonly R[]): R[] {
  const byOrg = [...Map.groupBy(rows, ({ org_id }) => org_id).values()]
  const longest = byOrg.reduce((most, { length }) => Math.max(most, length), 0)
  return Array.from({ length: longest }, (_, turn) =>
    byOrg.flatMap((ofOrg) => ofOrg[turn] ?? []),
  ).flat()
}

/** Runs one part of a sweep. If it fails, the error is logged and the other parts still run. */
export async function attempt(
  deps: Deps,
  part: string,
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    deps.logger.warn({ err: error, part }, '[payments] a part of the sweep failed')
  }
}

const batch = 100

/**
 * Claims quiet rows in batches until a batch is not full, and runs each row, taking orgs in turn.
 */
export async function sweep<R extends OrgRow>(
  deps: Deps,
  {
    quietMinutes,
    claim,
    run,
    signal,
  }: {
    quietMinutes: number
    claim: (tx: Transaction, now: Date, quietSince: Date, limit: number) => Promise<R[]>
    run: (row: R) => Promise<unknown>
    signal: AbortSignal | undefined
  },
): Promise<void> {
  for (;;) {
    const now = deps.now()
    const quietSince = new Date(now.getTime() - quietMinutes * 60_000)
    const rows = await inTransaction(deps.db, undefined, (tx) => claim(tx, now, quietSince, batch))
    for (const row of takingTurns(rows)) {
      if (signal?.aborted) return
      await attempt(deps, row.org_id, () => run(row))
    }
    if (rows.length < batch) return
  }
}
