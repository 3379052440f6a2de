import { createFoldText, type Migrations } from '@atrium/database'
import { addMailHtml } from '@atrium/mailer'
import { baseline } from './0001-baseline.ts'
import { accountNames } from './0003-account-names.ts'
import { cardPeople } from './0005-card-people.ts'
import { boardColumns } from './0006-board-columns.ts'
import { postFigures } from './0007-post-figures.ts'
import { removedCustomers } from './0008-removed-customers.ts'
import { startedRuns } from './0009-started-runs.ts'
import { threads } from './0010-threads.ts'
import { publishedParts } from './0011-published-parts.ts'

/** The schema's history. Only add to it, never change an entry. */
export const migrations: Migrations = {
  '0001-baseline': baseline,
  '0002-mail-html': { up: addMailHtml },
  '0003-account-names': accountNames,
  '0004-fold-text': { up: createFoldText },
  '0005-card-people': cardPeople,
  '0006-board-columns': boardColumns,
  '0007-post-figures': postFigures,
  '0008-removed-customers': removedCustomers,
  '0009-started-runs': startedRuns,
  '0010-threads': threads,
  '0011-published-parts': publishedParts,
}
