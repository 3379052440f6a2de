import type { Migrations } from '@atrium/database'
import { baseline } from './0001-baseline.ts'
import { mailAttempts } from './0002-mail-attempts.ts'

/** The schema's history. Only add to it, never change an entry. */
export const migrations: Migrations = {
  '0001-baseline': baseline,
  '0002-mail-attempts': mailAttempts,
}
