import type { ExportTables, UserExportTables } from '@atrium/database'
import { sql } from 'kysely'

const channelSecrets = [
  'access_token',
  'refresh_token',
  'token_tail',
  'refresh_lease',
  'refresh_lease_until',
  'refresh_not_before',
]

/** What an export of the organisation holds of this service. */
export const exportTables: ExportTables = {
  exported: {
    // An account that is not shared belongs to one member.
    channels: {
      rows: (orgId) => sql`t.org_id = ${orgId} and t.shared`,
      without: channelSecrets,
    },
    posting_slots: {
      rows: (orgId) => sql`t.org_id = ${orgId} and exists (
        select from channels c where c.id = t.channel_id and c.org_id = ${orgId} and c.shared)`,
    },
  },
  left: {
    oauth_states: 'A connection that a member is about to make.',
    pickers: 'A connection that a member is about to make, with its token.',
    video_uploads: 'Uploads under way.',
    publish_attempts: 'The post tells the result.',
    paid_calls: 'The credits tell what was paid for.',
    free_model_calls: 'A counter for a limit.',
    outbox: 'Its events are copies of changes to the other records.',
  },
}

/** What a user's own export holds of this service. */
export const userExportTables: UserExportTables = {
  channels: {
    rows: ({ userId, orgIds }) =>
      sql`t.owner_id = ${userId} and (t.org_id is null or t.org_id = any(${orgIds}))`,
    without: channelSecrets,
  },
  posting_slots: {
    rows: ({ userId, orgIds }) => sql`t.org_id = any(${orgIds}) and exists (
      select from channels c
      where c.id = t.channel_id and c.org_id = t.org_id and c.owner_id = ${userId})`,
  },
}
