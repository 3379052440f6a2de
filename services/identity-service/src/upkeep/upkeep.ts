import { inTransaction } from '@atrium/database'
import { deleteSettledMails } from '@atrium/mailer'
import type { Background } from '@atrium/service-kit'
import { pruneBell } from '../bell/read-bell.ts'
import type { Deps } from '../deps.ts'
import { pruneMailRecords } from '../mails/admit-mail.ts'
import {
  deleteExpired,
  deleteIdleClients,
  deleteOldActivity,
  deleteOldAudit,
  deleteOldCreations,
  deleteOrphans,
} from './upkeep.db.ts'

/**
 * Deletes expired rows every ten minutes. Readers compare dates themselves, so nothing depends on
 * the exact time.
 */
export const upkeep = ({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): Background => ({
  name: 'upkeep',
  everyMs: 10 * 60_000,
  async run() {
    await inTransaction(db, undefined, deleteExpired)
    await inTransaction(db, undefined, (tx) => deleteOldAudit(tx, config.auditDays))
    await inTransaction(db, undefined, (tx) => deleteOldActivity(tx, config.auditDays))
    await deleteSettledMails(db)
    await pruneBell({ db, now })
    await inTransaction(db, undefined, deleteOrphans)
    await inTransaction(db, undefined, deleteOldCreations)
    await inTransaction(db, undefined, deleteIdleClients)
    await pruneMailRecords(db)
  },
})
