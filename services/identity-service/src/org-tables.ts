import type { OrgTables } from '@atrium/database'
import type { Database } from './database.ts'

/**
 * Tables with rows of an org. better-auth's tables name the org differently (`organizationId`,
 * `referenceId`), and foreign keys delete their rows.
 */
export const orgTables: OrgTables<Database> = {
  deleted: [
    'mail_queue',
    'org_settings',
    'activity_entries',
    'audit_entries',
    'stranger_mails',
    'mail_recipients',
    'quote_digest',
    'notifications',
    'notification_settings',
    // Must come last, because deleting the other records fills this table.
    'release_candidates',
    'asset_fences',
  ],
  kept: {
    outbox: 'It carries `org.deleted` itself.',
    org_creations: 'It counts towards the creations of its account for a day.',
  },
}
