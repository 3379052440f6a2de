import type { ExportTables } from '@atrium/database'
import { sql } from 'kysely'

/** What an export of the organisation holds of this service. */
export const exportTables: ExportTables = {
  exported: {
    organization: { rows: (orgId) => sql`t.id = ${orgId}` },
    member: { rows: (orgId) => sql`t."organizationId" = ${orgId}` },
    user: {
      rows: (orgId) =>
        sql`t.id in (select m."userId" from member m where m."organizationId" = ${orgId})`,
      // Only what every member sees of the others.
      without: [
        'image',
        'emailVerified',
        'signedUpAsAdmin',
        'twoFactorEnabled',
        'createdAt',
        'updatedAt',
      ],
    },
    // Whoever knows the id of an invitation can open it.
    invitation: { rows: (orgId) => sql`t."organizationId" = ${orgId}`, without: ['id'] },
    apikey: { rows: (orgId) => sql`t."referenceId" = ${orgId}`, without: ['key', 'start'] },
    org_settings: {},
    audit_entries: {},
    mail_recipients: { without: ['token'] },
  },
  left: {
    mail_queue: 'Mails in it are on their way, and hold links that anybody can use.',
    activity_entries: 'Some are for one member only. The activity log has the others.',
    stranger_mails: 'A counter for a limit.',
    quote_digest: 'Quote requests for the next mail. The cards have them.',
    notifications: 'They belong to one member each.',
    notification_settings: 'They belong to one member each.',
    release_candidates: 'It tells which files to check, and no record.',
    asset_fences: 'It tells which files are being deleted, and no record.',
    outbox: 'Its events are copies of changes to the other records.',
    org_creations: 'A counter for a limit.',
  },
}
