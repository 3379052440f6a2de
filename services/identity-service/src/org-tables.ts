import type { OrgTables } from '@atrium/database'
import type { Database } from './database.ts'

/** better-auth's tables name an org otherwise (`organizationId`, `referenceId`); their rows go by foreign keys. */
export const orgTables: OrgTables<Database> = {
  deleted: [
    'mail_queue',
    'org_settings',
    'audit_entries',
    'stranger_mails',
    'mail_recipients',
    'quote_digest',
    // Behind the records whose deletion fills them.
    'release_candidates',
    'asset_fences',
  ],
  kept: {
    outbox: 'It carries `org.deleted` itself.',
    org_creations: 'It counts towards the creations of its account for a day.',
  },
}
