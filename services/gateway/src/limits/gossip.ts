import { randomBytes } from 'node:crypto'
import { type Bus, subscribe } from '@atrium/messaging'
import { z } from 'zod'
import { sliceAt } from './usage.ts'

/** The requests per key in one slice since the replica's last message. */
const Increments = z.object({
  from: z.string(),
  slice: z.number().int(),
  counts: z.array(z.tuple([z.string().max(200), z.number().int().positive()])).max(20_000),
})

const everyMs = 200
const atOnceShare = 20
const keysAtMost = 10_000

/**
 * Shares counts between the replicas over core NATS. It sends five times a second, and at once when
 * a key has used a twentieth of its limit since the last message. With R replicas a key gets at
 * most `limit × (1 + (R − 1) / 20)` requests a minute, plus those during one network hop. Without
 * NATS each replica counts alone.
 */
export function startGossip(bus: Bus, merge: (slice: number, key: string, amount: number) => void) {
  const from = randomBytes(8).toString('hex')
  const subject = bus.subject('gateway.limits')
  let pending = new Map<string, number>()
  let slice = 0

  let timer: NodeJS.Timeout | undefined

  const publish = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (pending.size === 0) return
    const counts = [...pending]
    pending = new Map()
    if (bus.isConnected()) bus.nc.publish(subject, JSON.stringify({ from, slice, counts }))
  }
  const unsubscribe = subscribe(bus, subject, {
    name: 'limits',
    onMessage(message) {
      const received = parse(message.string())
      if (received === undefined || received.from === from) return
      for (const [key, amount] of received.counts) merge(received.slice, key, amount)
    },
  })
  return {
    /** Counts one request. `limit` is the key's limit per minute. */
    note(key: string, limit: number, now: number): void {
      const at = sliceAt(now)
      if (at !== slice) {
        publish()
        slice = at
      }
      const amount = (pending.get(key) ?? 0) + 1
      pending.set(key, amount)
      timer ??= setTimeout(publish, everyMs).unref()
      if (amount * atOnceShare >= limit || pending.size >= keysAtMost) publish()
    },
    stop(): void {
      publish()
      unsubscribe()
    },
  }
}

function parse(text: string): z.infer<typeof Increments> | undefined {
  try {
    return Increments.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
