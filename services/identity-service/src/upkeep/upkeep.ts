import { deleteSettledMails } from '@atrium/mailer'
import type { Background } from '@atrium/service-kit'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { removeOrphans } from '../orgs/remove-orphans.ts'

const everyMs = 10 * 60_000

/** Forgets what has run out. Nothing depends on when: whoever reads these rows looks at their dates. */
export const upkeep = ({ db }: Pick<Deps, 'db'>): Background => ({
  name: 'upkeep',
  everyMs,
  async run() {
    const now = sql<Date>`now()`
    await db.deleteFrom('session').where('expiresAt', '<', now).execute()
    await db.deleteFrom('verification').where('expiresAt', '<', now).execute()
    await db.deleteFrom('rate_limits').where('window_ends', '<', now).execute()
    await deleteSettledMails(db)
    await removeOrphans({ db })
  },
})
