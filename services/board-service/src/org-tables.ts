import type { OrgTables } from '@atrium/database'
import type { BoardDatabase } from './database.ts'

export const orgTables: OrgTables<BoardDatabase> = {
  deleted: [
    'site_snapshots',
    'sites',
    'template_instances',
    'templates',
    'timeline_entries',
    'card_history',
    'post_metrics',
    'posts',
    'tracked_links',
    'tasks',
    'removed_customers',
    'release_candidates',
    'asset_fences',
    'board_columns',
    'mail_queue',
    'orgs',
    'org_time_zones',
  ],
  kept: { outbox: 'the relay publishes the last events of the org and deletes their rows' },
}
