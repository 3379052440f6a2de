import type { PlatformTables } from '@atrium/database'
import type { Kysely } from 'kysely'

type Db = Kysely<PlatformTables>

/** Counts the service’s dead letters. */
export async function countDeadLetters(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('dead_letters')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Returns dead letters older than an id, newest first, without their content. */
export const deadLetterRows = (db: Db, before: string | undefined, limit: number) =>
  db
    .selectFrom('dead_letters')
    .select(['id', 'set_aside_at', 'consumer', 'subject', 'deliveries', 'reason'])
    .$if(before !== undefined, (all) => all.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
