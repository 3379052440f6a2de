import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '@atrium/sdk'
import { drawPng } from '../newcomer/draw-png.ts'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { until } from '../stories/story.ts'
import type { Attempt, Kind } from './attempts.ts'
import { createHook, followCards } from './workflows.ts'

/** A client gives up a request, or the wait for a live event, after this time. */
const patienceMs = 10_000
/** The milliseconds between two attempts of a kind. */
const periods = { card: 500, run: 1_000, file: 3_000 }
/** One for each gateway, because a balancer gives them out in turn. */
const streamCount = 3

/** The ids that a kind of request has sent. */
export interface Sent {
  readonly acknowledged: string[]
  readonly unknown: string[]
}

/** A live event stream, and how often each card's event came. */
export interface Watched {
  readonly seen: Map<string, number>
  /** How often the stream told that events are missing. */
  resyncs: number
  /** How often the platform refused the stream, so that a browser would not have reconnected. */
  refusals: number
}

/** A steady load, and all that it has sent so far. */
export interface Load {
  readonly client: Client
  readonly followingId: string
  readonly attempts: readonly Attempt[]
  /** The errors of failed requests, with their numbers. */
  readonly errors: ReadonlyMap<string, number>
  /** Titles of the cards that runs create. */
  readonly runs: Sent
  /** Titles of cards. */
  readonly cards: Sent
  /** The ids of acknowledged cards by title. */
  readonly cardIds: ReadonlyMap<string, string>
  /** Keys of files. All have the same content. */
  readonly files: Sent
  readonly image: Blob
  readonly streams: readonly Watched[]
  /** Stops new requests, and waits for those in flight. */
  finish(): Promise<void>
  /** Closes the live event streams. */
  close(): void
}

/**
 * Puts a load on a new organisation until `finish`. Requests start at fixed times. Without retries,
 * every failure counts.
 */
export async function startLoad(baseUrl: string, { maxRetries = 0 } = {}): Promise<Load> {
  const { email, password } = await signUpNewcomer(baseUrl, 'cluster')
  const client = createClient({ baseUrl, maxRetries, timeoutMs: patienceMs })
  await client.auth.signIn({ email, password })
  const hook = await createHook(client)
  const followingId = await followCards(client)
  const attempts: Attempt[] = []
  const errors = new Map<string, number>()
  const closing = new AbortController()
  const inFlight = new Set<Promise<void>>()
  const newSent = (): Sent => ({ acknowledged: [], unknown: [] })
  const [cards, runs, files] = [newSent(), newSent(), newSent()]
  const cardIds = new Map<string, string>()
  const image = drawPng(64)
  const streams = Array.from({ length: streamCount }, () => watch(client, closing.signal))

  const attempt = async (kind: Kind, work: () => Promise<void>): Promise<void> => {
    const at = performance.now()
    const error = await work().then(
      () => undefined,
      (thrown: unknown) => thrown ?? 'failed',
    )
    attempts.push({ kind, at, ms: performance.now() - at, ok: error === undefined })
    if (error === undefined) return
    const text = `${kind}: ${error instanceof Error ? error.message : String(error)}`
    errors.set(text, (errors.get(text) ?? 0) + 1)
  }
  const track = (work: Promise<void>): void => {
    inFlight.add(work)
    void work.finally(() => inFlight.delete(work))
  }
  const send = async (kind: Kind, sent: Sent, id: string, work: () => Promise<void>) => {
    let isDone = false
    await attempt(kind, async () => {
      await work()
      isDone = true
    })
    sent[isDone ? 'acknowledged' : 'unknown'].push(id)
  }
  let count = 0
  const next = (): number => {
    count += 1
    return count
  }
  const createCard = async (): Promise<void> => {
    const title = `card ${next()}`
    await send('card', cards, title, async () => {
      const { id } = await client.cards.create({ body: { kind: 'task', title } })
      cardIds.set(title, id)
      for (const stream of streams) track(attempt('live', () => stream.untilSeen(id)))
    })
  }
  const callHook = async (): Promise<void> => {
    const title = `run ${next()}`
    await send('run', runs, title, async () => {
      const response = await fetch(hook, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title }),
        signal: AbortSignal.timeout(patienceMs),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 200)}`)
    })
  }
  const upload = async (): Promise<void> => {
    await attempt('file', async () => {
      files.acknowledged.push((await client.assets.upload(image)).key)
    })
  }
  await until('a first run', async () => {
    await callHook()
    return runs.acknowledged[0]
  })
  const timers = [
    setInterval(() => track(createCard()), periods.card),
    setInterval(() => track(callHook()), periods.run),
    setInterval(() => track(upload()), periods.file),
  ]
  return {
    client,
    followingId,
    attempts,
    errors,
    runs,
    cards,
    cardIds,
    files,
    image,
    streams,
    async finish() {
      for (const timer of timers) clearInterval(timer)
      while (inFlight.size > 0) await Promise.race([Promise.all(inFlight), sleep(patienceMs)])
    },
    close: () => closing.abort(),
  }
}

/** Reads a live event stream until the signal aborts. It reconnects by itself. */
function watch(client: Client, signal: AbortSignal) {
  const seen = new Map<string, number>()
  const waiting = new Map<string, () => void>()
  const watched = {
    seen,
    resyncs: 0,
    refusals: 0,
    /** Throws if the card's event does not arrive in time. */
    async untilSeen(cardId: string): Promise<void> {
      if (seen.has(cardId)) return
      const arrived = new Promise<void>((resolve) => waiting.set(cardId, resolve))
      const timeout = new AbortController()
      const isLate = sleep(patienceMs, true, { signal: timeout.signal }).catch(() => false)
      const late = await Promise.race([arrived.then(() => false), isLate])
      timeout.abort()
      waiting.delete(cardId)
      if (late) throw new Error('the event came late')
    },
  }
  const read = async (): Promise<void> => {
    for await (const change of client.events({ signal })) {
      if (change.kind === 'resync') watched.resyncs += 1
      if (change.kind !== 'event' || change.event.type !== 'task.created') continue
      const { taskId } = change.event.data as { taskId: string }
      seen.set(taskId, (seen.get(taskId) ?? 0) + 1)
      waiting.get(taskId)?.()
    }
  }
  void (async () => {
    while (!signal.aborted)
      await read().catch(async () => {
        watched.refusals += 1
        await sleep(1_000)
      })
  })()
  return watched
}
