import type { PlatformTables } from '@atrium/database'
import type { Insertable, Kysely } from 'kysely'

/** Keeps a message that cannot be handled, with its reason, for a person to look at. */
export async function setAside(
  db: Kysely<PlatformTables>,
  letter: Insertable<PlatformTables['dead_letters']>,
): Promise<void> {
  await db.insertInto('dead_letters').values(letter).execute()
}
