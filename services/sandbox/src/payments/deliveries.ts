import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentEvent } from './objects.ts'

export interface WebhookEndpoint {
  url: string
  /** All secrets sign. There are several during a rotation. */
  secrets: readonly string[]
  /** The accepted event types. `*` at the end is a wildcard. */
  types: readonly string[]
}

/** The switches for event delivery. */
export interface DeliverySwitches {
  delayMs: number
  /** Extra copies of each event. */
  duplicates: number
  /** Delivers two events in reverse order. */
  reorder: boolean
  /** Drops the next n events, or all. */
  drop: number | 'all'
}

export interface Delivery {
  event: string
  type: string
  url: string
  status: number | 'failed' | 'dropped'
}

export interface Deliveries {
  switches: DeliverySwitches
  log: Delivery[]
  send(event: PaymentEvent): void
  /** Resolves when no delivery is pending. */
  settled(): Promise<void>
  stop(): void
}

/** Returns `Stripe-Signature` for a body: `t=…,v1=…` with one signature per secret. */
export function signPayload(body: string, secrets: readonly string[], at: number): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`,
  )
  return [`t=${at}`, ...signatures].join(',')
}

const wants = (endpoint: WebhookEndpoint, type: string): boolean =>
  endpoint.types.some((pattern) =>
    pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type,
  )

const attempts = 4
const logged = 500

/** Signs and posts events. Retries after a growing pause if the endpoint does not return 2xx. */
export function createDeliveries(endpoints: readonly WebhookEndpoint[]): Deliveries {
  const switches: DeliverySwitches = { delayMs: 0, duplicates: 0, reorder: false, drop: 0 }
  const log: Delivery[] = []
  const stopped = new AbortController()
  const pending = new Set<Promise<void>>()
  let held: PaymentEvent | undefined
  let heldTimer: NodeJS.Timeout | undefined

  const note = (delivery: Delivery): void => {
    log.push(delivery)
    if (log.length > logged) log.shift()
  }
  const post = async (endpoint: WebhookEndpoint, event: PaymentEvent): Promise<void> => {
    const body = JSON.stringify(event, null, 2)
    for (let attempt = 0; attempt < attempts && !stopped.signal.aborted; attempt += 1) {
      if (attempt > 0) await pause(250 * 4 ** attempt, stopped.signal)
      const status = await fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signPayload(body, endpoint.secrets, Math.floor(Date.now() / 1000)),
        },
        body,
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(10_000)]),
      }).then(
        async (response) => {
          await response.body?.cancel()
          return response.status
        },
        () => 'failed' as const,
      )
      note({ event: event.id, type: event.type, url: endpoint.url, status })
      if (typeof status === 'number' && status < 500) return
    }
  }
  const track = (work: Promise<void>): void => {
    pending.add(work)
    void work.finally(() => pending.delete(work))
  }
  const dispatch = (event: PaymentEvent): void => {
    for (const endpoint of endpoints.filter((candidate) => wants(candidate, event.type))) {
      for (let copy = 0; copy <= switches.duplicates; copy += 1) {
        const { delayMs } = switches
        track(pause(delayMs, stopped.signal).then(() => post(endpoint, event)))
      }
    }
  }
  const release = (): void => {
    clearTimeout(heldTimer)
    if (held !== undefined) dispatch(held)
    held = undefined
  }
  return {
    switches,
    log,
    send(event) {
      if (switches.drop === 'all' || switches.drop > 0) {
        if (switches.drop !== 'all') switches.drop -= 1
        note({ event: event.id, type: event.type, url: '', status: 'dropped' })
      } else if (!switches.reorder) {
        dispatch(event)
      } else if (held === undefined) {
        held = event
        heldTimer = setTimeout(release, 1_000)
      } else {
        dispatch(event)
        // The newer event gets a head start. The older one follows.
        const older = held
        held = undefined
        clearTimeout(heldTimer)
        track(pause(100, stopped.signal).then(() => dispatch(older)))
      }
    },
    async settled() {
      release()
      while (pending.size > 0) await Promise.all(pending)
    },
    stop() {
      clearTimeout(heldTimer)
      stopped.abort()
    },
  }
}

const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  sleep(millis, undefined, { signal }).catch(() => {})
