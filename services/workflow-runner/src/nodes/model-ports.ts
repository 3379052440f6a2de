import { randomBytes } from 'node:crypto'
import { CompleteModel, Speak, TokenPart, tokenStream } from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'
import type { ModelPort } from '../models/model-port.ts'
import { retryUnavailable } from './retry-unavailable.ts'

/** The models of connect over the bus. A lost call is repeated under its key. */
export function modelPorts(bus: Bus): ModelPort {
  const complete: ModelPort['complete'] = (call, signal) =>
    retryUnavailable(() => callRpc(bus, CompleteModel, call), signal)
  return {
    complete,
    speak: (call, signal) => retryUnavailable(() => callRpc(bus, Speak, call), signal),
    async stream(call, onText, signal) {
      const streamTo = randomBytes(18).toString('base64url')
      let soFar = ''
      const tokens = bus.nc.subscribe(bus.subject(tokenStream.replace('*', streamTo)), {
        callback(error, message) {
          if (error !== null) return
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
        tokens.unsubscribe()
      }
    },
  }
}
