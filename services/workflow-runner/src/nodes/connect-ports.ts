import { setTimeout as sleep } from 'node:timers/promises'
import * as rpc from '@atrium/contracts'
import { AppError, commonErrors, type RpcDefinition } from '@atrium/contracts'
import { type Bus, callRpc, serviceAnswers } from '@atrium/messaging'
import type { NextRound } from '@atrium/service-kit'
import { modelPorts } from './model-ports.ts'
import {
  accountPorts,
  boardPort,
  invoicingPort,
  type NodePorts,
  type OwnPorts,
  type PublishingPort,
  type Retried,
} from './ports.ts'
import type { HasModels } from './registry.ts'
import { retryUnavailable } from './retry-unavailable.ts'

/** Milliseconds. Tests shorten these times. */
export interface PortTimes {
  publishAnswerMs?: number
  answerMs?: number
  retryMs?: number
}

/** The pause between two probes in milliseconds. */
export const probeEveryMs = 2_000

interface PortOptions extends PortTimes {
  /** True if a mail sender is configured. Posts can then go out by mail without any network. */
  canMail?: boolean
}

function namedSilence(error: unknown, { subject }: RpcDefinition): unknown {
  if (!(error instanceof AppError) || error.kind !== 'unavailable' || error.cause === undefined)
    return error
  const [service] = subject.split('.')
  // The cause is left out, because the run view shows causes and this one contains a bus subject.
  return commonErrors.unavailable({
    message: `The ${service} service does not respond`,
    details: error.details,
  })
}

/** Creates the ports over the bus. A port opens when its service responds for the first time. */
export function connectPorts(
  bus: Bus,
  own: OwnPorts,
  { canMail = false, ...times }: PortOptions = {},
): { ports: NodePorts; probe(): Promise<NextRound | undefined>; hasModels: HasModels } {
  const { publishAnswerMs: answerMs = rpc.PublishPost.timeoutMs, retryMs } = times
  const retried: Retried = (definition) => (input, signal) => {
    const { answerMs: timeoutMs = definition.timeoutMs } = times
    const call = () => callRpc(bus, definition, input, { timeoutMs })
    return retryUnavailable(call, signal, retryMs).catch((error: unknown) => {
      throw namedSilence(error, definition)
    })
  }
  const board = boardPort(retried)
  const { mailbox, calendar, drive, notebook, videos, comments, audience } = accountPorts(retried)
  const pause: NodePorts['pause'] = (millis, signal) =>
    sleep(millis, undefined, { signal }).catch(() => undefined)
  const publishing: PublishingPort = {
    answerMs,
    claimPost: retried(rpc.ClaimPost),
    settlePost: (input) => callRpc(bus, rpc.SettlePost, input),
    releasePost: (input) => callRpc(bus, rpc.ReleasePost, input),
    mail: (input) => callRpc(bus, rpc.MailPost, input),
    publish: (input) => callRpc(bus, rpc.PublishPost, input, { timeoutMs: answerMs }),
    comment: (input) => callRpc(bus, rpc.PublishComment, input),
    pause,
  }
  const models = modelPorts(bus)
  const ports: NodePorts = {
    board: null,
    invoicing: null,
    generateInvoices: null,
    fileDocuments: null,
    searchInvoicing: null,
    models: null,
    speech: null,
    publishing: null,
    files: null,
    accounts: {},
    pause,
    roleOf: retried(rpc.RoleOf),
    findMember: retried(rpc.FindMember),
    findChannel: retried(rpc.FindChannel),
    orgSettings: retried(rpc.OrgSettingsOf),
    admitMail: retried(rpc.AdmitMail),
    ...own,
  }
  // Applies to the whole deployment. The value stays if connect does not respond.
  let hasOperatorModel = false
  return {
    ports,
    async hasModels(orgId) {
      if (hasOperatorModel) return true
      const asked = await callRpc(bus, rpc.ModelStatus, { orgId }).catch(() => undefined)
      return asked === undefined || asked.platform !== 'none' || asked.managed || asked.channels
    },
    async probe() {
      const soon = { nextInMs: probeEveryMs }
      // An open port stays open. Otherwise the restart of a service would make graphs invalid.
      if (ports.board === null && (await serviceAnswers(bus, 'board'))) ports.board = board
      const byMail =
        canMail && ports.board !== null ? { ...publishing, mailOnly: true as const } : null
      ports.publishing ??= byMail
      if (ports.generateInvoices === null && (await serviceAnswers(bus, 'invoicing'))) {
        // A retry is safe: the schedules of the lost call are already claimed, so the retry handles
        // the rest.
        ports.generateInvoices = retried(rpc.GenerateInvoices)
        ports.invoicing = invoicingPort(retried)
        ports.fileDocuments = retried(rpc.FileDocuments)
        ports.searchInvoicing = retried(rpc.InvoicingSearch)
      }
      if (ports.files === null && (await serviceAnswers(bus, 'assets'))) {
        ports.files = { store: retried(rpc.StoreFilePart) }
      }
      // Connect's configuration may change when it restarts. Nothing changes while it does not
      // respond.
      if (!(await serviceAnswers(bus, 'connect'))) return soon
      const asked = await callRpc(bus, rpc.ModelStatus, {}).catch(() => undefined)
      if (asked !== undefined) {
        hasOperatorModel = asked.platform !== 'none' || asked.managed
        ports.models = asked.platform !== 'none' || asked.managed || asked.channels ? models : null
        ports.speech = asked.speech ? models.speak : null
      }
      const status = await callRpc(bus, rpc.ConnectStatus, {}).catch(() => undefined)
      if (status === undefined) return soon
      ports.publishing = status.publishing ? publishing : byMail
      const live = status.networks.flatMap((network) => (network.live ? [network.network] : []))
      ports.accounts = {
        ...(live.includes('mailbox') || live.includes('imap') ? { mailbox } : {}),
        ...(live.includes('mailbox') ? { calendar, drive } : {}),
        ...(live.includes('notebook') ? { notebook } : {}),
        ...(live.includes('videonet') ? { videos } : {}),
        ...(status.publishing ? { comments, audience } : {}),
      }
      // The AI steps appear soon after the first AI account is connected.
      const isMissing = [ports.board, ports.invoicing, ports.files, ports.models].includes(null)
      return isMissing ? soon : undefined
    },
  }
}
