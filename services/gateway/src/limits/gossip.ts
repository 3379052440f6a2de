import { randomBytes } from 'node:crypto'
import type { Bus } from '@atrium/messaging'
import { z } from 'zod'
import { sliceAt } from './usage.ts'

/** What replicas tell each other: how much each key was used in a piece of a minute since they last spoke. */
const Increments = z.object({
  from: z.string(),
  slice: z.number().int(),
  counts: z.array(z.tuple([z.string().max(200), z.number().int().positive()])).max(20_000),
})

const everyMs = 200
const atOnceShare = 20
const keysAtMost = 10_000

export interface Gossip {
  /** Notes one request of a key; `limit` is the key's allowance per minute. */
  note(key: string, limit: number, now: number): void
  stop(): void
}

/**
 * Shares counts among the replicas over core NATS, in batches: five times a second, and at once when a key has
 * used a twentieth of its allowance unsaid. So with R replicas a key is let through at most
 * `limit × (1 + (R − 1) / 20)` times a minute, plus what arrives during one hop. Without NATS each replica counts alone.
 */
export function startGossip(bus: Bus, learn: (slice: number, key: string, amount: number) => void): Gossip {
  const from = randomBytes(8).toString('hex')
  const subject = bus.subject('gateway.limits')
  let unsaid = new Map<string, number>()
  let slice = 0

  const say = (): void => {
    if (unsaid.size === 0) return
    const counts = [...unsaid]
    unsaid = new Map()
    if (bus.isConnected()) bus.nc.publish(subject, JSON.stringify({ from, slice, counts }))
  }
  const subscription = bus.nc.subscribe(subject, {
    callback: (error, message) => {
      if (error !== null) return
      const heard = parse(message.string())
      if (heard === undefined || heard.from === from) return
      for (const [key, amount] of heard.counts) learn(heard.slice, key, amount)
    },
  })
  const timer = setInterval(say, everyMs).unref()
  return {
    note(key, limit, now) {
      const at = sliceAt(now)
      if (at !== slice) {
        say()
        slice = at
      }
      const amount = (unsaid.get(key) ?? 0) + 1
      unsaid.set(key, amount)
      if (amount * atOnceShare >= limit || unsaid.size >= keysAtMost) say()
    },
    stop() {
      clearInterval(timer)
      say()
      subscription.unsubscribe()
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
