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

/**
 * Creates the model port over the bus. Retries a lost call under the same key. Checks every
 * `lookMs` milliseconds whether a call is still running.
 */
export function modelPorts(bus: Bus, lookMs?: number): ModelPort {
  const underWay = (
    kind: PaidCallName['kind'],
    { orgId, idempotencyKey }: Omit<PaidCallName, 'kind'>,
  ) =>
    callRpc(bus, PaidCallUnderWay, { orgId, kind, idempotencyKey }).then(
      (answer) => answer.underWay,
      async (error: unknown) => {
        // Connect runs but cannot tell, for example because its database is down or its release is
        // older.
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
          // A retry starts at 0 again.
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
