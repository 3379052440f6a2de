import type { OrgTables } from '@atrium/database'
import type { WorkflowDatabase } from './database.ts'

/** The tables of this service with a column `org_id`. Node runs and watermarks belong to the org of their run or workflow. */
export const orgTables: OrgTables<WorkflowDatabase> = {
  deleted: [
    // A worker that still holds one of these finds its row gone and stops.
    'runs',
    'parked_parts',
    'kept_parts',
    'event_bindings',
    'workflow_hooks',
    'hook_calls',
    'hook_secrets',
    'workflow_versions',
    'workflow_pins',
    'workflows',
    // Behind runs and workflows, whose rows a write of the ledger locks.
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
    // With their transcripts: the holder of the lock of a run locks its transcript, too.
    'agent_runs',
    'agent_transcripts',
    // Behind the runs, whose deletion changes it.
    'agent_transcript_sums',
    'agent_run_members',
    'run_files',
    'item_files',
    // Behind the records whose deletion fills them.
    'release_candidates',
    'asset_fences',
  ],
  kept: {
    outbox: 'a message of the org is deleted once it is published',
    agent_transcript_files: 'sweeps delete the file of a run that is gone, then its row',
  },
}
