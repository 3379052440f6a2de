import type { FenceTables } from '@atrium/asset-fences'
import type {
  AgentRun,
  Credential,
  RunHeader,
  Skill,
  SkillVersion,
  WebhookDeliveryView,
  WebhookEndpoint,
  Workflow,
  WorkflowImport,
  WorkflowPin,
  WorkflowVersion,
} from '@atrium/contracts'
import type { Created, Json, PlatformTables, TableOf } from '@atrium/database'
import type { MailQueueTable } from '@atrium/mailer'
import type {
  ColumnType,
  Generated,
  GeneratedAlways,
  Kysely,
  Transaction as KyselyTransaction,
  Selectable,
} from 'kysely'
import type { AgentTranscriptFiles, AgentTranscripts, OwnOfAgentRun } from './tables/agent-runs.ts'
import type { Approvals } from './tables/approvals.ts'
import type { KeptParts, NodeRuns, OwnOfRun, ParkedParts } from './tables/runs.ts'

export type { TranscriptChunk } from './tables/agent-runs.ts'
export type { QueueName, RunResult, Seeds } from './tables/runs.ts'

type Workflows = TableOf<
  Omit<Workflow, 'orgId' | 'warnings'>,
  {
    /** Null if the workflow belongs to the platform. */
    org_id: string | null
    active: Generated<boolean>
    version: Generated<number>
    callable_by: Generated<Workflow['callableBy']>
    tags: Generated<string[]>
    error_workflow: Generated<string | null>
    system_key: string | null
    /** Name and description, folded for searches. */
    folded: GeneratedAlways<string>
  }
>

interface Schedules {
  /** `wf.<workflow>.<node>`, or the name of a system schedule. */
  key: string
  workflow_id: string
  node_id: string
  cron: string
  tz: string
  next_at: Date
  last_fired_at: Date | null
}

type EventBindings = Record<'event_type' | 'org_id' | 'workflow_id' | 'node_id', string>

export type WorkflowKey = Record<'orgId' | 'workflowId', string>

interface Workers {
  id: string
  slots: number
  started_at: Created
  seen_at: Created
}

interface Watermarks {
  workflow_id: string
  key: string
  value: Json<unknown>
  updated_at: Created
}

interface IngestionSyncCursors {
  org_id: string
  workflow_id: string
  key: string
  token: string
  updated_at: Created
}

/** An item already read by a completed run. A waiting item is offered again. */
interface ReadItems {
  org_id: string
  workflow_id: string
  /** The key of the reading node, as in `watermarks`. */
  key: string
  external_id: string
  /** The modification time as the source writes it. Empty if items of the source never change. */
  version: string
  /** True while the item is offered again. */
  waiting: boolean
  title: Generated<string>
  /** Why a step last refused the item. Empty if no step has. */
  reason: Generated<string>
  /** How many runs refused the item in a step. */
  attempts: Generated<number>
  updated_at: Created
}

interface WorkflowHooks {
  workflow_id: string
  id: string
  org_id: string
  /** SHA-256, hexadecimal. */
  secret_hash: string
  created_by: string | null
  created_at: Created
}

/** An organisation's webhook calls in `minute` (since the epoch), and in the minute before. */
interface HookCalls {
  org_id: string
  minute: string
  calls: number
  previous: number
}

interface HookSecrets {
  id: string
  org_id: string
  /** Encrypted. */
  secret: string
  created_at: Created
}

/** A sample of a queue, for all organisations together. */
interface QueueSamples {
  queue: string
  at: Date
  depth: number
  oldest_seconds: number
}

interface SystemUsers {
  id: string
  name: string
  created_at: Created
}

interface SeededTemplates {
  org_id: string
  template_id: string
  /** Null if the organisation already had a workflow for this. */
  workflow_id: string | null
  created_at: Created
}

interface OwnOfEndpoint {
  org_id: string
  /** Encrypted. */
  secret: string
  /** The encrypted secret before the last rotation. It also signs until `previous_until`. */
  previous_secret: string | null
  previous_until: Date | null
  enabled: Generated<boolean>
  version: Generated<number>
}

interface ItemFiles {
  id: string
  org_id: string
  /** The key in the `files` area of the store. */
  key: string
  /** `writing` until the bytes are durable, `doomed` before they are deleted. */
  state: 'writing' | 'stored' | 'doomed'
  name: Generated<string>
  content_type: Generated<string>
  bytes: ColumnType<string, number | undefined, number>
  created_at: Created
  /** The sweep checks the file from this time on, unless a run names the file. */
  look_at: Generated<Date>
}

interface OwnOfDelivery {
  org_id: string
  body: string
  status: Generated<WebhookDeliveryView['status']>
  attempts: Generated<number>
  next_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  worker_id: string | null
  /** Makes a node's delivery unique per endpoint. */
  key: Generated<string | null>
}

interface PackedNodeRuns {
  run_id: string
  nodes: Json<readonly object[]>
}

export interface WorkflowDatabase extends PlatformTables, FenceTables {
  workflows: Workflows
  schedules: Schedules
  event_bindings: EventBindings
  runs: TableOf<Omit<RunHeader, 'queuePosition'>, OwnOfRun>
  /** Node runs of runs that have not ended, or that another process ended. */
  node_runs: NodeRuns
  packed_node_runs: PackedNodeRuns
  /** A view of both. */
  all_node_runs: NodeRuns
  parked_parts: ParkedParts
  kept_parts: KeptParts
  workers: Workers
  watermarks: Watermarks
  workflow_imports: TableOf<WorkflowImport, { org_id: string; workflow_id: string }>
  ingestion_sync_cursors: IngestionSyncCursors
  read_items: ReadItems
  workflow_hooks: WorkflowHooks
  hook_calls: HookCalls
  hook_secrets: HookSecrets
  workflow_versions: TableOf<WorkflowVersion, { org_id: string }>
  workflow_pins: TableOf<WorkflowPin, { org_id: string }>
  queue_samples: QueueSamples
  system_users: SystemUsers
  seeded_templates: SeededTemplates
  mail_queue: MailQueueTable
  skills: TableOf<
    Skill,
    { org_id: string; version: Generated<number>; folded: GeneratedAlways<string> }
  >
  skill_versions: TableOf<SkillVersion, { org_id: string }>
  webhook_endpoints: TableOf<WebhookEndpoint, OwnOfEndpoint>
  /** `secret` is encrypted. */
  credentials: TableOf<Credential, { org_id: string; secret: string }>
  agent_runs: TableOf<AgentRun, OwnOfAgentRun>
  /** The latest membership event of a user: left, or came back. */
  agent_run_members: { org_id: string; user_id: string; away: boolean; since: Date }
  agent_transcripts: AgentTranscripts
  approvals: Approvals
  agent_transcript_files: AgentTranscriptFiles
  item_files: ItemFiles
  mail_files: { mail_key: string; place: number; org_id: string; file_id: string }
  run_files: { file_id: string; run_id: string; org_id: string }
  run_months: { org_id: string; month: string; runs: ColumnType<string, number, string> }
  webhook_deliveries: TableOf<Omit<WebhookDeliveryView, 'nextAttemptAt'>, OwnOfDelivery>
}

export type WorkflowRow = Selectable<Workflows>

export type Db = Kysely<WorkflowDatabase>
export type Transaction = KyselyTransaction<WorkflowDatabase>
