import type { AgentRun, CreateAgentRun, RpcDefinition } from '@atrium/contracts'
import * as rpc from '@atrium/contracts'
import type { GuardedFetch } from '@atrium/outbound-guard'
import type { z } from 'zod'
import type { BoardReader } from '../boards/board-reader.ts'
import type { OpenCredential } from '../credentials/open-credential.ts'
import type { ItemFiles } from '../files/item-files.ts'
import type { ModelPort } from '../models/model-port.ts'
import type { FeedReader } from '../pages/feed-reader.ts'
import type { PageReader } from '../pages/page-reader.ts'
import type { WebSearch } from '../pages/web-search.ts'
import type { TextReader } from '../texts/text-reader.ts'

type Call<I, O> = (input: I, signal: AbortSignal) => Promise<O>
type RetriedPort<R extends RpcDefinition> = Call<z.input<R['input']>, z.output<R['output']>>
type Port<R extends RpcDefinition> = (input: z.input<R['input']>) => Promise<z.output<R['output']>>
/**
 * Wraps an idempotent service call. The call is retried while the service is unavailable, until the
 * signal aborts.
 */
export type Retried = <I extends z.ZodType, O extends z.ZodType>(
  definition: RpcDefinition<I, O>,
) => Call<z.input<I>, z.output<O>>

const keyed = <I, O>(call: Call<I, O>): Call<I & { key: string }, O> => call

/**
 * Creates the board port for nodes. Writes need an idempotency key unless they are idempotent by
 * themselves.
 */
export const boardPort = (retried: Retried) => ({
  searchCards: retried(rpc.SearchCards),
  findCards: retried(rpc.FindCards),
  getCards: retried(rpc.GetCards),
  getKeyedCards: retried(rpc.GetKeyedCards),
  createCard: keyed(retried(rpc.CreateCard)),
  createPost: retried(rpc.CreatePost),
  /** Idempotent by the page address. */
  captureLink: retried(rpc.CaptureLinkRpc),
  deleteCard: retried(rpc.DeleteCard),
  updateCard: keyed(retried(rpc.UpdateCard)),
  appendTimeline: keyed(retried(rpc.AppendTimeline)),
  readTimeline: retried(rpc.ReadTimeline),
})
export type BoardPort = ReturnType<typeof boardPort>

/** Creates the port for customers and invoices. Drafts and payments are made once for their key. */
export const invoicingPort = (retried: Retried) => ({
  findCustomers: retried(rpc.FindCustomers),
  findInvoices: retried(rpc.FindInvoices),
  /** Idempotent, because it sets values. */
  changeCustomer: retried(rpc.ChangeCustomer),
  draftInvoice: retried(rpc.DraftInvoice),
  payInvoice: retried(rpc.PayInvoice),
})
export type InvoicingPort = ReturnType<typeof invoicingPort>

export const accountPorts = (retried: Retried) => ({
  /** Labelling is idempotent, and a mail is sent once for each key. */
  mailbox: {
    search: retried(rpc.SearchMailbox),
    messages: retried(rpc.ReadMessages),
    part: retried(rpc.ReadMessagePart),
    label: retried(rpc.LabelMessages),
    send: retried(rpc.SendFromMailbox),
    sendFiles: retried(rpc.SendFilesFromMailbox),
  },
  calendar: { calendars: retried(rpc.ReadCalendars), events: retried(rpc.ReadEvents) },
  drive: { list: retried(rpc.ListFiles), file: retried(rpc.ReadFile) },
  notebook: { query: retried(rpc.QueryNotebook), page: retried(rpc.ReadNotebookPage) },
  videos: { list: retried(rpc.ReadVideos) },
  /** Reads comments on published posts. Present only if publishing is configured. */
  comments: retried(rpc.ReadComments),
  /** `channels` lists the user's own channels. */
  audience: { channels: retried(rpc.ListOwnerChannels), read: retried(rpc.ReadAudience) },
})
type Accounts = ReturnType<typeof accountPorts>
/** A port is absent until its provider is configured. */
export type AccountPorts = { [K in keyof Accounts]?: Accounts[K] | undefined }
export type MailboxPort = Accounts['mailbox']
export type CalendarPort = Accounts['calendar']
export type DrivePort = Accounts['drive']
export type NotebookPort = Accounts['notebook']

export interface PublishingPort {
  /** Set if no network is configured, so posts can go out only by mail. */
  mailOnly?: true
  /** The caller chooses the claim token. */
  claimPost: Call<
    z.input<typeof rpc.ClaimPost.input> & { token: string },
    z.output<typeof rpc.ClaimPost.output>
  >
  settlePost: Port<typeof rpc.SettlePost>
  releasePost: Port<typeof rpc.ReleasePost>
  /** Idempotent, because the board queues the mails of a claim once. */
  mail: Port<typeof rpc.MailPost>
  publish: Port<typeof rpc.PublishPost>
  answerMs: number
  comment: Port<typeof rpc.PublishComment>
  pause: NodePorts['pause']
}

export interface HttpPort {
  fetch: GuardedFetch['fetch']
  credential(orgId: string, ref: string): Promise<OpenCredential | undefined>
}

/**
 * Queues a mail of an organisation, once per key. Returns false if the organisation has reached its
 * hourly limit.
 */
export type MailPort = (mail: {
  orgId: string
  key: string
  recipient: string
  replyTo?: string
  subject: string
  text: string
  unsubscribeUrl?: string
  files?: readonly rpc.ItemFile[]
}) => Promise<boolean>

/** Returns true if the organisation's hourly limit allows mails with these keys now. */
export type MailRoomPort = (orgId: string, keys: readonly string[]) => Promise<boolean>

export type EndpointPort = (delivery: {
  orgId: string
  endpointId: string
  key: string
  data: unknown
}) => Promise<'queued' | 'unknown' | 'disabled'>

export interface AgentRunPort {
  queue(
    owner: { orgId: string; userId: string },
    run: CreateAgentRun,
    node: { runId: string; nodeId: string; place: number },
  ): Promise<void>
  ends(orgId: string, runId: string, nodeId: string): Promise<ReadonlyMap<number, AgentRun>>
}

export interface ApprovalPort {
  /** Asks a member and queues the mail, once per node of a run. */
  ask(
    node: { orgId: string; runId: string; nodeId: string; workflowId: string },
    question: {
      member: { userId: string; name: string; email: string }
      message: string
      items: readonly rpc.WorkflowItem[]
      expiresAt: Date
      /** The organisation's, for times in the mail. */
      timeZone: string
    },
  ): Promise<void>
  /**
   * Returns the outcome. `outcome` is null while the question is open until `until`, in
   * milliseconds. Undefined if the node has no question.
   */
  settle(node: {
    orgId: string
    runId: string
    nodeId: string
  }): Promise<SettledApproval | undefined>
}

type SettledApproval =
  | { outcome: null; until: number }
  | {
      outcome: 'approved' | 'declined' | 'expired'
      approval: {
        decision: rpc.ApprovalDecision | null
        note: string | null
        by: { id: string; name: string } | null
        at: string
      }
    }

export type OwnPorts = Pick<
  NodePorts,
  | 'itemFiles'
  | 'agentRuns'
  | 'approvals'
  | 'hasMailRoom'
  | 'sendMail'
  | 'deliver'
  | 'texts'
  | 'pages'
  | 'feeds'
  | 'search'
  | 'http'
  | 'boards'
>

/** A port is null until its service responds. */
export interface NodePorts {
  board: BoardPort | null
  invoicing: InvoicingPort | null
  generateInvoices: RetriedPort<typeof rpc.GenerateInvoices> | null
  fileDocuments: RetriedPort<typeof rpc.FileDocuments> | null
  searchInvoicing: RetriedPort<typeof rpc.InvoicingSearch> | null
  roleOf: RetriedPort<typeof rpc.RoleOf>
  findMember: RetriedPort<typeof rpc.FindMember>
  /** Finds a channel by URI or id, with a user's rights. */
  findChannel: RetriedPort<typeof rpc.FindChannel>
  orgSettings: RetriedPort<typeof rpc.OrgSettingsOf>
  itemFiles: ItemFiles
  agentRuns: AgentRunPort
  approvals: ApprovalPort
  /**
   * Decides who may get a mail. Counts the mail towards the organisation's daily limit, once per
   * key.
   */
  admitMail: RetriedPort<typeof rpc.AdmitMail>
  hasMailRoom: MailRoomPort
  sendMail: MailPort
  deliver: EndpointPort
  /** Also null if neither a network nor a mail sender is configured. */
  publishing: PublishingPort | null
  files: { store: RetriedPort<typeof rpc.StoreFilePart> } | null
  accounts: AccountPorts
  texts: TextReader
  /** Resolves after the given milliseconds, or when the signal aborts. */
  pause(millis: number, signal: AbortSignal): Promise<void>
  pages: PageReader | null
  feeds: FeedReader | null
  search: WebSearch | null
  http: HttpPort | null
  boards: BoardReader | null
  /** Null if connect offers no model at all. */
  models: ModelPort | null
  /** Reads texts aloud. Null if the speech provider has no key. */
  speech: ModelPort['speak'] | null
}
