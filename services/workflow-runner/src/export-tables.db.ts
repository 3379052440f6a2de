import type { ExportTables, UserExportTables } from '@atrium/database'
import { sql } from 'kysely'

/** What an export of the organisation holds of this service. */
export const exportTables: ExportTables = {
  exported: {
    workflows: { without: ['folded'] },
    workflow_versions: {},
    skills: { without: ['folded'] },
    skill_versions: {},
    runs: { without: ['worker_id', 'trace'] },
    node_runs: {
      rows: (orgId) => sql`exists (
        select from runs r where r.id = t.run_id and r.org_id = ${orgId})`,
    },
    packed_node_runs: {
      rows: (orgId) => sql`exists (
        select from runs r where r.id = t.run_id and r.org_id = ${orgId})`,
    },
    approvals: { without: ['token_hash'] },
    credentials: { without: ['secret'] },
    webhook_endpoints: { without: ['secret', 'previous_secret'] },
  },
  left: {
    parked_parts: 'Items of runs that wait.',
    kept_parts: 'Items of runs that wait.',
    event_bindings: 'Made from the active workflows.',
    workflow_hooks: 'Whoever knows such an address can start the workflow.',
    hook_calls: 'A counter for a limit.',
    hook_secrets: 'Secrets.',
    workflow_pins: 'Sample data for trying a workflow.',
    run_months: 'A counter for a limit.',
    workflow_imports: 'How far a source was read.',
    ingestion_sync_cursors: 'How far a source was read.',
    read_items: 'How far a source was read.',
    seeded_templates: 'Which templates were added already.',
    mail_queue: 'Mails in it are on their way, and hold links that anybody can use.',
    mail_files: 'Files of mails on their way.',
    webhook_deliveries: 'Copies of changes to the other records.',
    agent_runs: 'They belong to one member each.',
    agent_transcripts: 'They belong to one member each.',
    agent_run_members: 'Which members have an agent.',
    agent_transcript_files: 'They belong to one member each.',
    run_files: 'Which run uses which temporary file.',
    item_files: 'Temporary files of runs.',
    release_candidates: 'It tells which files to check, and no record.',
    asset_fences: 'It tells which files are being deleted, and no record.',
    outbox: 'Its events are copies of changes to the other records.',
  },
}

/** What a user's own export holds of this service. Transcripts that became files are left out. */
export const userExportTables: UserExportTables = {
  agent_runs: {
    rows: ({ userId, orgIds }) => sql`t.org_id = any(${orgIds}) and t.owner_id = ${userId}`,
    without: ['lease_hash', 'lease_expires_at'],
  },
  agent_transcripts: {
    rows: ({ userId, orgIds }) => sql`t.org_id = any(${orgIds}) and exists (
      select from agent_runs r
      where r.id = t.run_id and r.org_id = t.org_id and r.owner_id = ${userId})`,
  },
  approvals: {
    rows: ({ userId, orgIds }) => sql`t.org_id = any(${orgIds}) and t.asked_id = ${userId}`,
    without: ['token_hash'],
  },
}
