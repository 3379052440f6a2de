import type { ExportTables, UserExportTables } from '@atrium/database'
import { sql } from 'kysely'

/** What an export of the organisation holds of this service. */
export const exportTables: ExportTables = {
  exported: {
    tasks: { without: ['search'] },
    timeline_entries: { without: ['key'] },
    card_history: {},
    posts: { without: ['claim_token'] },
    post_metrics: {},
    tracked_links: {},
    board_columns: {},
    templates: {},
    template_instances: {},
    sites: {},
    site_snapshots: {},
  },
  left: {
    removed_customers: 'It names customers whose data was removed.',
    release_candidates: 'It tells which files to check, and no record.',
    asset_fences: 'It tells which files are being deleted, and no record.',
    mail_queue: 'Mails in it are on their way, and hold links that anybody can use.',
    orgs: 'A copy from the identity service.',
    org_time_zones: 'A copy from the identity service.',
    outbox: 'Its events are copies of changes to the other records.',
  },
}

/** What a user's own export holds of this service. */
export const userExportTables: UserExportTables = {
  tasks: {
    rows: ({ userId, orgIds }) =>
      sql`t.org_id = any(${orgIds}) and (t.owner_id = ${userId} or t.assignee_id = ${userId})`,
    without: ['search'],
  },
  posts: {
    rows: ({ userId, orgIds }) => sql`t.org_id = any(${orgIds}) and exists (
      select from tasks c where c.id = t.task_id and c.org_id = t.org_id and c.owner_id = ${userId})`,
    without: ['claim_token'],
  },
  timeline_entries: {
    rows: ({ userId, orgIds }) =>
      sql`t.org_id = any(${orgIds}) and t.author_type = 'user' and t.author_id = ${userId}`,
    without: ['key'],
  },
  card_history: {
    rows: ({ userId, orgIds }) => sql`t.org_id = any(${orgIds})
      and t.author @> ${JSON.stringify({ type: 'user', id: userId })}::jsonb`,
  },
}
