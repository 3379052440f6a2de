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
    /** Null for the platform's own. */
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

/** The start of a run: one item, for some trigger nodes or (null) for all of them; for the first node of a one-off chain. */
export interface Seeds {
  nodes: string[] | null
  item?: WorkflowItem
  items?: WorkflowItem[]
  /** Only trigger nodes of this type. */
  type?: string
}

export interface RunResult {
  items: WorkflowItem[]
  truncated: boolean
  origins?: (number[] | null)[]
  left?: LeftItem[]
}

interface OwnOfRun {
  org_id: string | null
  /** The share of slots that it counts against: the org, or `_` for the platform's own runs. */
  lane: string
  owner_id: string
  queue: QueueName
  priority: number
  /** `parked` while it sleeps or waits for the runs that it called. */
  status: Generated<RunStatus | 'parked'>
  seeds: Json<Seeds>
  graph: Json<WorkflowGraph> | null
  task_id: string | null
  worker_id: string | null
  /** The number of workflows that started each other through events before it. */
  depth: Generated<number>
  /** The run that emitted the event, or made the call, that started it. */
  caused_by: string | null
  /** W3C `traceparent` of its cause. */
  trace: string | null
  wake_at: Date | null
  /** Whether a parked run goes on once the runs that it called have ended. */
  awaits_calls: Generated<boolean>
  /** Whether it was parked once: it goes on from its snapshot while it has one. */
  continued: Generated<boolean>
  claimed_at: Date | null
  /** Milliseconds on workers before the last claim. */
  awake_ms: Generated<number>
  /** The run and node that called it, and the place of the call. */
  parent_run_id: string | null
  parent_node_id: string | null
  parent_place: number | null
  /** The first of the runs that called each other before it; null for a run that none called. */
  root_run_id: string | null
  /** The trigger of the first of the runs that called each other; null for a run that none called. */
  root_trigger: RunHeader['trigger'] | null
  /** The number of runs that called each other before it. */
  call_depth: Generated<number>
  /** Whether its end has a result, besides that of a called run. */
  keeps_result: Generated<boolean>
  result: Json<RunResult> | null
}

export type WorkflowKey = Record<'orgId' | 'workflowId', string>

/** A part of the snapshot of a parked run: JSON. */
interface ParkedParts {
  run_id: string
  part: number
  org_id: string | null
  body: string
}

/** A part of the items of a failed run: JSON of a snapshot. */
type KeptParts = ParkedParts & { org_id: string }

/** Node rows; `position` is the place in the run. */
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

/** An item of a source that a completed run has read; one that waits is offered again. */
interface ReadItems {
  org_id: string
  workflow_id: string
  /** The key of the reading node, as in `watermarks`. */
  key: string
  external_id: string
  /** When it was changed, as its source writes it; empty for items that never change. */
  version: string
  /** True while the item is offered again. */
  waiting: boolean
  title: Generated<string>
  /** Why a step refused it last; empty if no step has. */
  reason: Generated<string>
  /** Runs in which a step refused it. */
  attempts: Generated<number>
  /** When it is offered again. */
  due_at: Created
  /** Set when it was refused too often; a person tries it again or lets it go. */
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

/** The calls of an organisation's addresses in a minute since the epoch, and in the one before. */
interface HookCalls {
  org_id: string
  minute: string
  calls: number
  previous: number
}

interface HookSecrets {
  id: string
  org_id: string
  /** Sealed. */
  secret: string
  created_at: Created
}

/** A reading of a queue; of no org. */
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
  /** Null where the org had a workflow of its own for it. */
  workflow_id: string | null
  created_at: Created
}

interface OwnOfEndpoint {
  org_id: string
  /** Sealed. */
  secret: string
  /** The secret before the last rotation, sealed; it signs, too, until `previous_until`. */
  previous_secret: string | null
  previous_until: Date | null
  enabled: Generated<boolean>
  version: Generated<number>
}

interface OwnOfAgentRun {
  org_id: string
  owner_id: string
  agent: Json<Agent, null, undefined>
  /** SHA-256 of the lease, hexadecimal; null without one. */
  lease_hash: string | null
  cancel_requested: Generated<boolean>
  cancel_asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  attempt: Generated<number>
  /** The entries of this attempt's transcript, and the bytes of their JSON. */
  transcript_next: Generated<number>
  transcript_size: ColumnType<string, number | undefined, number>
  earlier_size: ColumnType<string, number | undefined, number>
  /** The last attempt whose transcript is where it stays: in the database, or when it is large in a file. */
  settled_attempt: Generated<number>
  /** The run and node that wait for its end, and the place of its item there. */
  workflow_run_id: string | null
  workflow_node_id: string | null
  workflow_place: number | null
  queued_at: Created
}

/** The bytes of a person's transcripts, without those of the attempts that are under way; triggers keep them. */
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

/** A piece of a transcript file that is read by itself. */
export interface TranscriptChunk {
  first: number
  entries: number
  /** The offset and the number of its bytes. */
  at: number
  bytes: number
}

interface AgentTranscriptFiles {
  /** Its key in the area `transcripts` of the store. */
  key: string
  run_id: string
  attempt: number
  org_id: string
  /** `writing` until the database has let go of the entries, `doomed` before the file is deleted. */
  state: 'writing' | 'kept' | 'doomed'
  chunks: Json<TranscriptChunk[], never, undefined>
  created_at: Created
  deleted_at: ColumnType<Date | null, undefined, Date>
}

interface ItemFiles {
  id: string
  org_id: string
  /** Its key in the area `files` of the store. */
  key: string
  /** `writing` until the bytes are durable, `doomed` before they are deleted. */
  state: 'writing' | 'stored' | 'doomed'
  name: Generated<string>
  content_type: Generated<string>
  bytes: ColumnType<string, number | undefined, number>
  created_at: Created
  /** The sweep looks at the file from then on, unless a run names it. */
  look_at: Generated<Date>
}

interface OwnOfDelivery {
  org_id: string
  body: string
  status: Generated<WebhookDeliveryView['status']>
  attempts: Generated<number>
  next_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  worker_id: string | null
  /** Makes a delivery that a node asks for unique for its endpoint. */
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
  /** `secret` is sealed. */
  credentials: TableOf<Credential, { org_id: string; secret: string }>
  agent_runs: TableOf<AgentRun, OwnOfAgentRun>
  /** The latest event of a person in an organisation: left, or back. */
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
