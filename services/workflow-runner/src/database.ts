import type { FenceTables } from '@atrium/asset-fences'
import type {
  Agent,
  AgentRun,
  Credential,
  NodeRun,
  RunHeader,
  RunStatus,
  Skill,
  SkillVersion,
  WebhookDeliveryView,
  WebhookEndpoint,
  Workflow,
  WorkflowGraph,
  WorkflowImport,
  WorkflowItem,
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
import type { LeftItem } from './engine/index.ts'

export type QueueName = 'workflow-run' | 'workflow-run-adhoc'

type Workflows = TableOf<
  Omit<Workflow, 'orgId' | 'warnings'>,
  {
    /** Null if the workflow belongs to the platform. */
    org_id: string | null
    active: Generated<boolean>
    version: Generated<number>
    callable_by: Generated<Workflow['callableBy']>
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

/**
 * The start of a run: one item for the listed trigger nodes, or for all of them if null. A one-off
 * chain begins at its first node.
 */
export interface Seeds {
  nodes: string[] | null
  item?: WorkflowItem
  items?: WorkflowItem[]
  /** Limits the start to trigger nodes of this type. */
  type?: string
}

export interface RunResult {
  items: WorkflowItem[]
  truncated: boolean
  origins?: (number[] | null)[]
  left?: LeftItem[]
  /** True if `left` is cut. Missing if an earlier release stored the result. */
  leftTruncated?: boolean
}

interface OwnOfRun {
  org_id: string | null
  /** The lane whose slots the run uses: the organisation, or `_` for platform runs. */
  lane: string
  owner_id: string
  queue: QueueName
  priority: number
  /** `parked` while the run sleeps or waits for called runs. */
  status: Generated<RunStatus | 'parked'>
  seeds: Json<Seeds>
  graph: Json<WorkflowGraph> | null
  task_id: string | null
  worker_id: string | null
  /** The number of workflows in the chain of events before this run. */
  depth: Generated<number>
  /** The run whose event or call started this run. */
  caused_by: string | null
  /** The W3C `traceparent` of the cause. */
  trace: string | null
  wake_at: Date | null
  /** True if a parked run continues once its called runs have ended. */
  awaits_calls: Generated<boolean>
  /** True if the run was parked before. It continues from its snapshot while it has one. */
  continued: Generated<boolean>
  claimed_at: Date | null
  /** Milliseconds on workers before the last claim. */
  awake_ms: Generated<number>
  /** The calling run and node, and the position of the call. */
  parent_run_id: string | null
  parent_node_id: string | null
  parent_place: number | null
  /** The first run in a chain of calls. Null if no run called this one. */
  root_run_id: string | null
  /** The trigger of the first run in a chain of calls. Null if no run called this one. */
  root_trigger: RunHeader['trigger'] | null
  /** The number of runs in the chain of calls before this one. */
  call_depth: Generated<number>
  /** True if the run stores its result although no run called it. */
  keeps_result: Generated<boolean>
  result: Json<RunResult> | null
}

export type WorkflowKey = Record<'orgId' | 'workflowId', string>

/** JSON: a part of a parked run's snapshot. */
interface ParkedParts {
  run_id: string
  part: number
  org_id: string | null
  body: string
}

/** JSON: a snapshot part with the items of a failed run. */
type KeptParts = ParkedParts & { org_id: string }

/** `position` is the node's position in the run. */
type NodeRuns = TableOf<NodeRun, { run_id: string; position: number }>

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
  /** The number of runs in which a step refused the item. */
  attempts: Generated<number>
  /** When the item is offered again. */
  due_at: Created
  /** Set if the item was refused too often. A user then retries or dismisses it. */
  given_up_at: ColumnType<Date | null, undefined, Date | null>
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

interface OwnOfAgentRun {
  org_id: string
  owner_id: string
  agent: Json<Agent, null, undefined>
  /** The lease's SHA-256, hexadecimal, or null without a lease. */
  lease_hash: string | null
  cancel_requested: Generated<boolean>
  cancel_asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  attempt: Generated<number>
  /** The number of entries in this attempt's transcript, and the bytes of their JSON. */
  transcript_next: Generated<number>
  transcript_size: ColumnType<string, number | undefined, number>
  earlier_size: ColumnType<string, number | undefined, number>
  /**
   * The last attempt whose transcript has reached its final storage: the database, or a file if it
   * is large.
   */
  settled_attempt: Generated<number>
  /** The waiting run and node, and the position of the item there. */
  workflow_run_id: string | null
  workflow_node_id: string | null
  workflow_place: number | null
  queued_at: Created
}

/** The bytes of a user's transcripts without running attempts. Triggers keep them up to date. */
interface AgentTranscriptSums {
  org_id: string
  owner_id: string
  bytes: ColumnType<string, never, never>
}

interface AgentTranscripts {
  run_id: string
  attempt: number
  first: number
  entries: number
  org_id: string
  size: number
  /** JSON: an array of entries. */
  body: string
}

/** An independently readable part of a transcript file. */
export interface TranscriptChunk {
  first: number
  entries: number
  /** The byte offset and byte length. */
  at: number
  bytes: number
}

interface AgentTranscriptFiles {
  /** The key in the `transcripts` area of the store. */
  key: string
  run_id: string
  attempt: number
  org_id: string
  /**
   * `writing` until the entries are deleted from the database, `doomed` before the file is deleted.
   */
  state: 'writing' | 'kept' | 'doomed'
  chunks: Json<TranscriptChunk[], never, undefined>
  created_at: Created
  deleted_at: ColumnType<Date | null, undefined, Date>
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

export interface WorkflowDatabase extends PlatformTables, FenceTables {
  workflows: Workflows
  schedules: Schedules
  event_bindings: EventBindings
  runs: TableOf<Omit<RunHeader, 'queuePosition'>, OwnOfRun>
  node_runs: NodeRuns
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
  agent_transcript_sums: AgentTranscriptSums
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
