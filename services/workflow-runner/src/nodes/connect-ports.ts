import { setTimeout as sleep } from 'node:timers/promises'
import {
  AppError,
  AppendTimeline,
  CaptureLinkRpc,
  ClaimPost,
  ConnectStatus,
  CreateCard,
  CreatePost,
  commonErrors,
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
  ModelStatus,
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
  type RpcDefinition,
  SearchCards,
  SearchMailbox,
  SettlePost,
  StoreFilePart,
  UpdateCard,
} from '@atrium/contracts'
import { type Bus, callRpc, serviceAnswers } from '@atrium/messaging'
import type { z } from 'zod'
import { modelPorts } from './model-ports.ts'
import type { AccountPorts, BoardPort, NodePorts, OwnPorts, PublishingPort } from './ports.ts'
import { retryUnavailable } from './retry-unavailable.ts'

/** Times for tests, in milliseconds. */
export interface PortTimes {
  /** The timeout of a publish call, instead of its RPC's. */
  publishAnswerMs?: number
  /** The timeout of each call that is retried, instead of its RPC's. */
  answerMs?: number
  /** The time in which a call is retried, instead of half a minute. */
  retryMs?: number
}

/** The error of a call that no service answered, by the name of the service. */
function namedSilence(error: unknown, { subject }: RpcDefinition): unknown {
  if (!(error instanceof AppError) || error.kind !== 'unavailable' || error.cause === undefined) return error
  const [service] = subject.split('.')
  // Without the cause: the run view shows causes, and this one names a subject of the bus.
  return commonErrors.unavailable({
    message: `The ${service} service does not answer`,
    details: error.details,
  })
}

/** Ports over the bus; a port opens when the service behind it answers for the first time. */
export function connectPorts(
  bus: Bus,
  own: OwnPorts,
  times: PortTimes = {},
): { ports: NodePorts; probe(): Promise<void> } {
  const { publishAnswerMs: answerMs = PublishPost.timeoutMs, retryMs } = times
  const retried =
    <I extends z.ZodType, O extends z.ZodType>(rpc: RpcDefinition<I, O>) =>
    (input: z.input<I>, signal: AbortSignal): Promise<z.output<O>> => {
      const { answerMs: timeoutMs = rpc.timeoutMs } = times
      const call = () => callRpc(bus, rpc, input, { timeoutMs })
      return retryUnavailable(call, signal, retryMs).catch((error: unknown) => {
        throw namedSilence(error, rpc)
      })
    }
  const board: BoardPort = {
    searchCards: retried(SearchCards),
    getCards: retried(GetCards),
    getKeyedCards: retried(GetKeyedCards),
    createCard: retried(CreateCard),
    createPost: retried(CreatePost),
    captureLink: retried(CaptureLinkRpc),
    deleteCard: retried(DeleteCard),
    updateCard: retried(UpdateCard),
    appendTimeline: retried(AppendTimeline),
    readTimeline: retried(ReadTimeline),
  }
  const pause: NodePorts['pause'] = (millis, signal) =>
    sleep(millis, undefined, { signal }).catch(() => undefined)
  const ofMailbox: AccountPorts = {
    mailbox: {
      search: retried(SearchMailbox),
      messages: retried(ReadMessages),
      part: retried(ReadMessagePart),
      label: retried(LabelMessages),
    },
    calendar: { calendars: retried(ReadCalendars), events: retried(ReadEvents) },
    drive: { list: retried(ListFiles), file: retried(ReadFile) },
  }
  const videos = { list: retried(ReadVideos) }
  const ofNetworks: AccountPorts = {
    comments: retried(ReadComments),
    audience: { channels: retried(ListOwnerChannels), read: retried(ReadAudience) },
  }
  const ofNotebook: AccountPorts = {
    notebook: { query: retried(QueryNotebook), page: retried(ReadNotebookPage) },
  }
  const publishing: PublishingPort = {
    answerMs,
    claimPost: retried(ClaimPost),
    settlePost: (input) => callRpc(bus, SettlePost, input),
    releasePost: (input) => callRpc(bus, ReleasePost, input),
    publish: (input) => callRpc(bus, PublishPost, input, { timeoutMs: answerMs }),
    comment: (input) => callRpc(bus, PublishComment, input),
    pause,
  }
  const models = modelPorts(bus)
  const ports: NodePorts = {
    board: null,
    generateInvoices: null,
    fileDocuments: null,
    searchInvoicing: null,
    models: null,
    speech: null,
    publishing: null,
    files: null,
    accounts: {},
    pause,
    roleOf: retried(RoleOf),
    findChannel: retried(FindChannel),
    orgSettings: retried(OrgSettingsOf),
    ...own,
  }
  return {
    ports,
    async probe() {
      // An open port stays open, so that the restart of a service does not make graphs invalid.
      if (ports.board === null && (await serviceAnswers(bus, 'board'))) ports.board = board
      if (ports.generateInvoices === null && (await serviceAnswers(bus, 'invoicing'))) {
        // A repeat goes on with the rest: the schedules of the lost call are claimed.
        ports.generateInvoices = retried(GenerateInvoices)
        ports.fileDocuments = retried(FileDocuments)
        ports.searchInvoicing = retried(InvoicingSearch)
      }
      if (ports.files === null && (await serviceAnswers(bus, 'assets'))) {
        ports.files = { store: retried(StoreFilePart) }
      }
      // A restart may change connect's configuration; its silence changes nothing.
      if (!(await serviceAnswers(bus, 'connect'))) return
      const asked = await callRpc(bus, ModelStatus, {}).catch(() => undefined)
      if (asked !== undefined) {
        ports.models = asked.platform !== 'none' || asked.managed || asked.channels ? models : null
        ports.speech = asked.speech ? models.speak : null
      }
      const status = await callRpc(bus, ConnectStatus, {}).catch(() => undefined)
      if (status === undefined) return
      ports.publishing = status.publishing ? publishing : null
      const live = status.networks.flatMap((network) => (network.live ? [network.network] : []))
      ports.accounts = {
        ...(live.includes('mailbox') ? ofMailbox : {}),
        ...(live.includes('notebook') ? ofNotebook : {}),
        ...(live.includes('videonet') ? { videos } : {}),
        ...(status.publishing ? ofNetworks : {}),
      }
    },
  }
}
