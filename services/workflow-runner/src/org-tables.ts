import type { OrgTables } from '@atrium/database'
import type { WorkflowDatabase } from './database.ts'

/**
 * The tables with a column `org_id`. Node runs and watermarks belong to the organisation of their
 * run or workflow.
 */
export const orgTables: OrgTables<WorkflowDatabase> = {
  deleted: [
    // If a worker still holds one of these runs, it finds the row missing and stops.
    'runs',
    'approvals',
    'parked_parts',
    'kept_parts',
    'event_bindings',
    'workflow_hooks',
    'hook_calls',
    'hook_secrets',
    'workflow_versions',
    'workflow_pins',
    'workflows',
    // After runs and workflows, because ledger writes lock those rows first.
    'run_months',
    'workflow_imports',
    'ingestion_sync_cursors',
    'read_items',
    'seeded_templates',
    'mail_queue',
    'mail_files',
    'skill_versions',
    'skills',
    'webhook_deliveries',
    'webhook_endpoints',
    'credentials',
    // Deleted with their transcripts, because the holder of a run's lock also locks the transcript.
    'agent_runs',
    'agent_transcripts',
    'agent_run_members',
    'run_files',
    'item_files',
    // After the records above, because deleting them fills this table.
    'release_candidates',
    'asset_fences',
  ],
  kept: {
    outbox: 'a message of the org is deleted once it is published',
    agent_transcript_files: 'sweeps delete the file of a run that is gone, then its row',
  },
}
