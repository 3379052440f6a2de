import { setTimeout as sleep } from 'node:timers/promises'
import {
  AppendTimeline,
  ClaimPost,
  ConnectStatus,
  GenerateInvoices,
  GetCards,
  PublishComment,
  PublishPost,
  ReleasePost,
  RoleOf,
  SearchCards,
  SettlePost,
  UpdateCard,
} from '@atrium/contracts'
import { type Bus, callRpc, serviceAnswers } from '@atrium/messaging'
import { askAgain } from './ask-again.ts'
import type { NodePorts, PublishingPort } from './ports.ts'

/** Ports over the bus; none is open until the service behind it was seen answering. */
export function connectPorts(
  bus: Bus,
  publishAnswerMs: number = PublishPost.timeoutMs,
): { ports: NodePorts; probe(): Promise<void> } {
  const ports: NodePorts = {
    board: null,
    generateInvoices: null,
    publishing: null,
    roleOf: (input, signal) => askAgain(() => callRpc(bus, RoleOf, input), signal),
  }
  const publishing = publishingOver(bus, publishAnswerMs)
  return {
    ports,
    // Once seen, a node stays registered: a service that restarts must not make graphs invalid meanwhile.
    async probe() {
      if (ports.board === null && (await serviceAnswers(bus, 'board'))) {
        ports.board = {
          searchCards: (input, signal) => askAgain(() => callRpc(bus, SearchCards, input), signal),
          getCards: (input, signal) => askAgain(() => callRpc(bus, GetCards, input), signal),
          updateCard: (input, signal) => askAgain(() => callRpc(bus, UpdateCard, input), signal),
          appendTimeline: (input, signal) => askAgain(() => callRpc(bus, AppendTimeline, input), signal),
        }
      }
      if (ports.generateInvoices === null && (await serviceAnswers(bus, 'invoicing'))) {
        // What a lost answer had claimed is claimed: asking again goes on with the rest.
        ports.generateInvoices = (input, signal) =>
          askAgain(() => callRpc(bus, GenerateInvoices, input), signal)
      }
      // What is configured may change with a restart of connect; its silence alone changes nothing.
      const canPublish = (await serviceAnswers(bus, 'connect'))
        ? await callRpc(bus, ConnectStatus, {}).then(
            (status) => status.publishing,
            () => undefined,
          )
        : undefined
      if (canPublish !== undefined) ports.publishing = canPublish ? publishing : null
    },
  }
}

const publishingOver = (bus: Bus, answerMs: number): PublishingPort => ({
  answerMs,
  claimPost: (input, signal) => askAgain(() => callRpc(bus, ClaimPost, input), signal),
  settlePost: (input) => callRpc(bus, SettlePost, input),
  releasePost: (input) => callRpc(bus, ReleasePost, input),
  publish: (input) => callRpc(bus, PublishPost, input, { timeoutMs: answerMs }),
  comment: (input) => callRpc(bus, PublishComment, input),
  pause: (millis, signal) => sleep(millis, undefined, { signal }).catch(() => undefined),
})
