import type { ExportTables } from '@atrium/database'

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
