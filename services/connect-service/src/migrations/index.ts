import type { Migrations } from '@atrium/database'
import { baseline } from './0001-baseline.ts'
import { mailAttempts } from './0002-mail-attempts.ts'
import { shareAtOnce } from './0003-share-at-once.ts'
import { postingSlots } from './0004-posting-slots.ts'

/** The schema's history. Only add to it, never change an entry. */
export const migrations: Migrations = {
  '0001-baseline': baseline,
  '0002-mail-attempts': mailAttempts,
  '0003-share-at-once': shareAtOnce,
  '0004-posting-slots': postingSlots,
}
