import type {
  AgentRun,
  AppendTimeline,
  CaptureLinkRpc,
  ClaimPost,
  CreateAgentRun,
  CreateCard,
  CreatePost,
  DeleteCard,
  FileDocuments,
  FindChannel,
  GenerateInvoices,
  GetCards,
  GetKeyedCards,
  InvoicingSearch,
  LabelMessages,
  ListFiles,
  ListOwnerChannels,
  OrgSettingsOf,
  PublishComment,
  PublishPost,
  QueryNotebook,
  ReadAudience,
  ReadCalendars,
  ReadComments,
  ReadEvents,
  ReadFile,
  ReadMessagePart,
  ReadMessages,
  ReadNotebookPage,
  ReadTimeline,
  ReadVideos,
  ReleasePost,
  RoleOf,
  RpcDefinition,
  SearchCards,
  SearchMailbox,
  SettlePost,
  StoreFilePart,
  UpdateCard,
} from '@atrium/contracts'
import type { GuardedFetch } from '@atrium/outbound-guard'
import type { z } from 'zod'
import type { BoardReader } from '../boards/board-reader.ts'
import type { OpenCredential } from '../credentials/open-credential.ts'
import type { ModelPort } from '../models/model-port.ts'
import type { PageReader } from '../pages/page-reader.ts'
import type { WebSearch } from '../pages/web-search.ts'
import type { TextReader } from '../texts/text-reader.ts'

type Port<R extends RpcDefinition> = (input: z.input<R['input']>) => Promise<z.output<R['output']>>
/** The same for an idempotent call, retried while the service is unavailable, until the signal aborts. */
type RetriedPort<R extends RpcDefinition, Needed = unknown> = (
  input: z.input<R['input']> & Needed,
  signal: AbortSignal,
) => Promise<z.output<R['output']>>

/** The board for nodes; its writes need a key. */
export interface BoardPort {
  searchCards: RetriedPort<typeof SearchCards>
  getCards: RetriedPort<typeof GetCards>
  getKeyedCards: RetriedPort<typeof GetKeyedCards>
  createCard: RetriedPort<typeof CreateCard, { key: string }>
  createPost: RetriedPort<typeof CreatePost>
  /** Idempotent by the address of the page. */
  captureLink: RetriedPort<typeof CaptureLinkRpc>
  deleteCard: RetriedPort<typeof DeleteCard>
  updateCard: RetriedPort<typeof UpdateCard, { key: string }>
  appendTimeline: RetriedPort<typeof AppendTimeline, { key: string }>
  readTimeline: RetriedPort<typeof ReadTimeline>
}

/** Claims at the board, and the network behind connect. */
export interface PublishingPort {
  /** The claim's token is the caller's. */
  claimPost: RetriedPort<typeof ClaimPost, { token: string }>
  settlePost: Port<typeof SettlePost>
  releasePost: Port<typeof ReleasePost>
  publish: Port<typeof PublishPost>
  /** The timeout of `publish` in milliseconds. */
  answerMs: number
  comment: Port<typeof PublishComment>
  /** Resolves after the time, or when the signal aborts. */
  pause(millis: number, signal: AbortSignal): Promise<void>
}

/** Mail of connected accounts; labelling is safe to repeat. */
export interface MailboxPort {
  search: RetriedPort<typeof SearchMailbox>
  messages: RetriedPort<typeof ReadMessages>
  part: RetriedPort<typeof ReadMessagePart>
  label: RetriedPort<typeof LabelMessages>
}

export interface CalendarPort {
  calendars: RetriedPort<typeof ReadCalendars>
  events: RetriedPort<typeof ReadEvents>
}

export interface DrivePort {
  list: RetriedPort<typeof ListFiles>
  file: RetriedPort<typeof ReadFile>
}

export interface NotebookPort {
  query: RetriedPort<typeof QueryNotebook>
  page: RetriedPort<typeof ReadNotebookPage>
}

export interface AudiencePort {
  /** The person's own channels. */
  channels: RetriedPort<typeof ListOwnerChannels>
  read: RetriedPort<typeof ReadAudience>
}

/** The contents of connected accounts; one is absent until its provider is configured. */
export interface AccountPorts {
  mailbox?: MailboxPort | undefined
  calendar?: CalendarPort | undefined
  drive?: DrivePort | undefined
  notebook?: NotebookPort | undefined
  videos?: { list: RetriedPort<typeof ReadVideos> } | undefined
  /** Of published posts, while something can be published to. */
  comments?: RetriedPort<typeof ReadComments> | undefined
  audience?: AudiencePort | undefined
}

/** Addresses that users give, through the guard, and the credentials of their orgs. */
export interface HttpPort {
  fetch: GuardedFetch['fetch']
  credential(orgId: string, ref: string): Promise<OpenCredential | undefined>
}

/** Queues a mail of an org, once for a key; false when the org has sent as many within an hour as it may. */
export type MailPort = (mail: {
  orgId: string
  key: string
  recipient: string
  replyTo?: string
  subject: string
  text: string
}) => Promise<boolean>

/** Queues a delivery to one webhook endpoint of an org, once for a key. */
export type EndpointPort = (delivery: {
  orgId: string
  endpointId: string
  key: string
  data: unknown
}) => Promise<'queued' | 'unknown' | 'disabled'>

/** Work for the agents of a person. */
export interface AgentRunPort {
  /** Queues a run, once for an item of a node. */
  queue(
    owner: { orgId: string; userId: string },
    run: CreateAgentRun,
    node: { runId: string; nodeId: string; place: number },
  ): Promise<void>
  /** The ended runs of a node, by the place of their item. */
  ends(orgId: string, runId: string, nodeId: string): Promise<ReadonlyMap<number, AgentRun>>
}

/** The ports that this service answers itself. */
export type OwnPorts = Pick<
  NodePorts,
  'agentRuns' | 'sendMail' | 'deliver' | 'texts' | 'pages' | 'search' | 'http' | 'boards'
>

/** Everything that nodes may reach. A port is null until its service answers. */
export interface NodePorts {
  board: BoardPort | null
  generateInvoices: RetriedPort<typeof GenerateInvoices> | null
  /** Files received invoices and receipts, each once for its source. */
  fileDocuments: RetriedPort<typeof FileDocuments> | null
  /** The records of invoicing by a text; customers among them. */
  searchInvoicing: RetriedPort<typeof InvoicingSearch> | null
  /** The present role of a person in an org. */
  roleOf: RetriedPort<typeof RoleOf>
  /** A channel by its URI or id, with the rights of a person. */
  findChannel: RetriedPort<typeof FindChannel>
  orgSettings: RetriedPort<typeof OrgSettingsOf>
  agentRuns: AgentRunPort
  sendMail: MailPort
  deliver: EndpointPort
  /** Null also while no network is configured for publishing. */
  publishing: PublishingPort | null
  /** Private files of an org. */
  files: { store: RetriedPort<typeof StoreFilePart> } | null
  accounts: AccountPorts
  texts: TextReader
  /** Resolves after milliseconds, or when the signal aborts. */
  pause(millis: number, signal: AbortSignal): Promise<void>
  /** Pages of the web. */
  pages: PageReader | null
  search: WebSearch | null
  http: HttpPort | null
  /** The tech boards of `best_of_tech`. */
  boards: BoardReader | null
  /** Null while connect answers for no model at all. */
  models: ModelPort | null
  /** Reads texts aloud; null without a key of a speech provider. */
  speech: ModelPort['speak'] | null
}
