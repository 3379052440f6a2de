import type { FenceTables } from '@atrium/asset-fences'
import type {
  BoardColumn,
  Card,
  ColumnStatus,
  Post,
  PostFailure,
  PostMetric,
  PostPublisher,
  Site,
  Template,
  TemplateInstance,
  TimelineEntry,
} from '@atrium/contracts'
import type { PlatformTables, TableOf } from '@atrium/database'
import type { MailQueueTable } from '@atrium/mailer'
import type {
  ColumnType,
  Generated,
  Kysely,
  Transaction as KyselyTransaction,
  RawBuilder,
  Selectable,
} from 'kysely'

/** A column to write as SQL and never read. */
type WriteOnly = ColumnType<never, unknown, unknown>

/** Fingerprints of what a workflow last wrote to a card. Tags are stored in plain text. */
export interface WrittenContent {
  title?: string
  body?: string
  dueDate?: string
  fields: Record<string, string>
  tags?: readonly string[]
}

interface OwnOfCard {
  tags: string[]
  destination_scheme: string | null
  destination_host: string | null
  version: Generated<number>
  canonical_url: string | null
  external_key: string | null
  /** The status of the column in `column_id` when the card was put there. Null without a column. */
  column_status: ColumnStatus | null
  /** Null if no workflow has written the card. */
  written: WrittenContent | null
  search: WriteOnly
  status_changed_at: Date
}
export type CardTable = TableOf<Omit<Card, 'destination' | 'post'>, OwnOfCard>
export type CardRow = Omit<Selectable<CardTable>, 'search'>

interface OwnOfPost {
  task_id: string
  org_id: string
  /** Asset keys. `cardView` converts them to addresses. */
  media: string[]
  thread: string[]
  /**
   * The alternative texts of `media` that the post goes out with. Null until the post is claimed
   * after an approval.
   */
  alt_texts: string[] | null
  to: string[]
  failure: PostFailure | null
  /**
   * The user who last approved the post, requested its immediate publication or changed it. Null
   * before that.
   */
  actor_id: string | null
  /**
   * The member who asked to publish the post before its due time. Null if the post waits for its
   * time.
   */
  publisher: PostPublisher | null
  posted_by: PostPublisher | null
  claim_token: string | null
  claim_deadline: Date | null
  /** When connect is asked next about an unconfirmed post, or null. */
  look_at: Date | null
  /** How many look-ups followed the claim. */
  looks: number
  /** The channel's name when the board last checked the channel. Null without a channel. */
  account_name: string | null
  /** The due date for which a run was started (`posts/start-due-posts.ts`). */
  started_for: Date | null
  /** The run that was started for that due date. */
  started_run: string | null
}
export type PostTable = TableOf<Post, OwnOfPost>
export type PostRow = Selectable<PostTable>

export interface MetricsTable {
  task_id: string
  org_id: string
  items: ColumnType<PostMetric[] | null, RawBuilder<PostMetric[]> | null>
  read_at: Date | null
  next_at: Date
  failures: Generated<number>
  /** The code of the last failure. Null after a success. */
  failure: string | null
}

interface OwnOfTimeline {
  org_id: string
  task_id: string
  author_type: 'user' | 'agent'
  author_id: string
  key: string | null
  asset_keys: string[]
}
export type TimelineTable = TableOf<Omit<TimelineEntry, 'author' | 'change'>, OwnOfTimeline>

/** A card's change, written in the same transaction. */
export type HistoryTable = TableOf<Required<TimelineEntry>, { org_id: string; task_id: string }>

export interface ReferenceTable {
  asset_key: string
  task_id: string
}

/** A published post's link. `/l/<code>` redirects to it. */
export interface TrackedLinkTable {
  code: string
  org_id: string
  task_id: string
  url: string
  created_at: Date
}

interface OwnOfRoot {
  org_id: string
  asset_keys: string[]
}

export type TemplateTable = TableOf<Template, OwnOfRoot>
export type InstanceTable = TableOf<TemplateInstance, OwnOfRoot>
export type SiteTable = TableOf<Omit<Site, 'url'>, { org_id: string }>

export interface SnapshotTable {
  id: Generated<string>
  site_id: string
  org_id: string
  html: string
  asset_keys: string[]
  frozen_at: Date
}

/** An organisation's own columns. Without rows, it has the default ones. */
export type ColumnTable = TableOf<BoardColumn, { org_id: string; position: number }>

/** Orgs from identity's events, for when identity does not respond. */
export interface OrgTable {
  org_id: string
  slug: string
  owner_id: string
}

export interface TimeZoneTable {
  org_id: string
  time_zone: string
}

/** Visitors' submissions, kept for rate limits. */
export interface SubmissionTable {
  id: Generated<string>
  /** `quote:<org>` or `support`. */
  scope: string
  email: string
  /** The visitor's network, or null if the gateway has not forwarded it. */
  client: string | null
  created_at: Date
}

export interface RemovedCustomerTable {
  org_id: string
  customer_id: string
  /** The customer that stays after a merge. Null if the customer was anonymised. */
  into_id: string | null
  at: Date
}

export interface BoardDatabase extends PlatformTables, FenceTables {
  tasks: CardTable
  posts: PostTable
  post_metrics: MetricsTable
  tracked_links: TrackedLinkTable
  timeline_entries: TimelineTable
  card_history: HistoryTable
  asset_references: ReferenceTable
  templates: TemplateTable
  template_instances: InstanceTable
  sites: SiteTable
  site_snapshots: SnapshotTable
  board_columns: ColumnTable
  removed_customers: RemovedCustomerTable
  orgs: OrgTable
  org_time_zones: TimeZoneTable
  submissions: SubmissionTable
  mail_queue: MailQueueTable
}

export type Db = Kysely<BoardDatabase>
export type Transaction = KyselyTransaction<BoardDatabase>

/** A card's columns without the search vector, because nothing reads it. */
export const cardColumns = [
  'id',
  'org_id',
  'owner_id',
  'kind',
  'title',
  'body',
  'status',
  'tags',
  'due_date',
  'due_all_day',
  'due_on',
  'destination_scheme',
  'destination_host',
  'fields',
  'assignee_id',
  'customer_id',
  'column_id',
  'column_status',
  'version',
  'canonical_url',
  'external_key',
  'written',
  'status_changed_at',
  'created_at',
  'updated_at',
] as const
