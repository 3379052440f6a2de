import type { PlatformTables } from '@atrium/database'
import { type Kysely, sql } from 'kysely'

/** Returns how many messages wait for the relay, and the age of the oldest in seconds. */
export async function outboxState(
  db: Kysely<PlatformTables>,
): Promise<{ depth: number; oldestSeconds: number }> {
  const row = await db
    .selectFrom('outbox')
    .select((eb) => [
      eb.fn.countAll<string>().as('depth'),
      sql<string>`coalesce(extract(epoch from now() - min(occurred_at)), 0)`.as('seconds'),
    ])
    .executeTakeFirstOrThrow()
  return { depth: Number(row.depth), oldestSeconds: Math.max(0, Number(row.seconds)) }
}
