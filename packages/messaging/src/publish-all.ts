import type { PubAck } from '@nats-io/jetstream'
import { createInbox, type Msg, type MsgHdrs } from '@nats-io/nats-core'
import type { Bus } from './bus.ts'

export interface Outgoing {
  subject: string
  payload: string
  headers: MsgHdrs
}

/**
 * Publishes to JetStream in the given order and waits for the acknowledgements, at most `timeoutMs`. Returns the error
 * of each message, undefined for one that was taken. The client's own `publish` costs several times as much: a request,
 * a timer and a stack trace per message.
 */
export async function publishAll(
  bus: Bus,
  messages: readonly Outgoing[],
  timeoutMs: number,
): Promise<Array<Error | undefined>> {
  const inbox = createInbox(bus.inboxPrefix)
  const results = new Array<Error | undefined>(messages.length).fill(new Error('JetStream did not answer'))
  const complete = Promise.withResolvers<void>()
  let left = messages.length
  const subscription = bus.nc.subscribe(`${inbox}.*`, {
    callback: (error, message) => {
      if (error !== null) return
      results[Number(message.subject.slice(inbox.length + 1))] = refusalIn(message)
      left -= 1
      if (left === 0) complete.resolve()
    },
  })
  const timer = setTimeout(complete.resolve, timeoutMs)
  try {
    messages.forEach(({ subject, payload, headers }, index) => {
      bus.nc.publish(subject, payload, { headers, reply: `${inbox}.${index}` })
    })
    if (left > 0) await complete.promise
  } finally {
    clearTimeout(timer)
    subscription.unsubscribe()
  }
  return results
}

function refusalIn(message: Msg): Error | undefined {
  if (message.headers?.code === 503) return new Error('No stream takes this subject')
  const answer = message.json<PubAck & { error?: { description?: string } }>()
  return answer.error === undefined ? undefined : new Error(answer.error.description ?? 'JetStream refused')
}
