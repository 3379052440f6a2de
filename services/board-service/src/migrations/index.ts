import type { Migrations } from '@atrium/database'
import { addMailHtml } from '@atrium/mailer'
import { baseline } from './0001-baseline.ts'

/** The schema's history. Only add to it, never change an entry. */
export const migrations: Migrations = {
  '0001-baseline': baseline,
  '0002-mail-html': { up: addMailHtml },
}
