import { randomBytes } from 'node:crypto'
import {
  CompleteModel,
  type PaidCallName,
  PaidCallUnderWay,
  RefundModelCalls,
  Speak,
  TokenPart,
  tokenStream,
} from '@atrium/contracts'
import { type Bus, callRpc, serviceAnswers, subscribe } from '@atrium/messaging'
import type { ModelPort } from '../models/model-port.ts'
import { repeatLostCall } from './repeat-lost-call.ts'
import { retryUnavailable } from './retry-unavailable.ts'

/** The models of connect over the bus. A lost call is repeated under its key; it is looked for every `lookMs`. */
export function modelPorts(bus: Bus, lookMs?: number): ModelPort {
  const underWay = (
    kind: PaidCallName['kind'],
    { orgId, idempotencyKey }: Omit<PaidCallName, 'kind'>,
  ) =>
    callRpc(bus, PaidCallUnderWay, { orgId, kind, idempotencyKey }).then(
      (answer) => answer.underWay,
      async (error: unknown) => {
        // Connect lives and cannot tell: its database is away, or it is of an earlier release.
        if (await serviceAnswers(bus, 'connect')) return true
        throw error
      },
    )
  const complete: ModelPort['complete'] = (call, signal) => {
    const paid = {
      call: () => callRpc(bus, CompleteModel, call),
      underWay: () => underWay('model', call),
    }
    return repeatLostCall(paid, signal, lookMs)
  }
  return {
    complete,
    async refund(calls, signal) {
      const { credits } = await retryUnavailable(
        () => callRpc(bus, RefundModelCalls, calls),
        signal,
      )
      return credits
    },
    speak(call, signal) {
      const paid = {
        call: () => callRpc(bus, Speak, call),
        underWay: () => underWay('speech', call),
      }
      return repeatLostCall(paid, signal, lookMs)
    },
    async stream(call, onText, signal) {
      const streamTo = randomBytes(18).toString('base64url')
      let soFar = ''
      const unsubscribe = subscribe(bus, bus.subject(tokenStream.replace('*', streamTo)), {
        name: 'tokens',
        onMessage(message) {
          const part = TokenPart.safeParse(message.json())
          if (!part.success || part.data.text === '') return
          // A further attempt begins at 0 again.
          soFar = (part.data.at === 0 ? '' : soFar) + part.data.text
          onText(soFar)
        },
      })
      try {
        return await complete({ ...call, streamTo }, signal)
      } finally {
        unsubscribe()
      }
    },
  }
}
