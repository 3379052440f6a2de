import { randomUUID } from 'node:crypto'
import type { EventEnvelope } from '@atrium/contracts'
import type { LiveChange } from '@atrium/sdk'
import { afterEach, expect, test, vi } from 'vitest'
import { shareStream } from './share-stream.ts'

const stops: Array<() => void> = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const event = (id: string): LiveChange => ({ kind: 'event', event: { id } as EventEnvelope })

/** Builds a server. A test writes to its streams and reads where each stream began. */
function buildServer() {
  const open = new Set<(change: LiveChange) => void>()
  const begun: Array<string | undefined> = []
  async function* watch({
    signal,
    lastEventId,
  }: {
    signal: AbortSignal
    lastEventId: string | undefined
  }) {
    begun.push(lastEventId)
    const waiting: LiveChange[] = [{ kind: 'open' }]
    let wake = () => {}
    const write = (change: LiveChange) => {
      waiting.push(change)
      wake()
    }
    open.add(write)
    signal.addEventListener('abort', () => wake())
    try {
      while (!signal.aborted) {
        const next = waiting.shift()
        if (next !== undefined) yield next
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      open.delete(write)
    }
  }
  return {
    watch,
    begun,
    open,
    send: (change: LiveChange) => open.forEach((write) => void write(change)),
  }
}

function openPage(
  server: Pick<ReturnType<typeof buildServer>, 'watch'>,
  name: string,
  answerMs = 60_000,
) {
  const seen: string[] = []
  const close = new AbortController()
  const listeners = new Set<() => void>()
  stops.push(() => close.abort())
  const ended = shareStream({
    name,
    answerMs,
    signal: close.signal,
    locks: navigator.locks as LockManager,
    watch: server.watch,
    onChange: (change) => seen.push(change.kind === 'event' ? change.event.id : change.kind),
    onTurnedTo: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  const turnTo = () => listeners.forEach((listener) => void listener())
  return { seen, close: () => close.abort(), turnTo, ended }
}

test('opens one stream for several pages, and each page sees each event once', async () => {
  const server = buildServer()
  const name = randomUUID()
  const first = openPage(server, name)
  await vi.waitFor(() => expect(first.seen).toEqual(['open']))
  const others = [openPage(server, name), openPage(server, name)]
  await vi.waitFor(() => expect(others.map(({ seen }) => seen[0])).toEqual(['open', 'open']))
  server.send(event('e1'))
  const events = () =>
    [first, ...others].map(({ seen }) => seen.filter((one) => one === 'e1').length)
  await vi.waitFor(() => expect(events()).toEqual([1, 1, 1]))
  expect(server.begun).toEqual([undefined])
})

test('passes the stream to another page when its page closes, and continues after the last event', async () => {
  const server = buildServer()
  const name = randomUUID()
  const first = openPage(server, name)
  await vi.waitFor(() => expect(first.seen).toEqual(['open']))
  const second = openPage(server, name)
  await vi.waitFor(() => expect(second.seen).toContain('open'))
  server.send(event('e1'))
  await vi.waitFor(() => expect(second.seen).toContain('e1'))
  first.close()
  await vi.waitFor(() => expect(server.begun).toEqual([undefined, 'e1']))
  server.send(event('e2'))
  await vi.waitFor(() => expect(second.seen).toContain('e2'))
  expect(second.seen).not.toContain('resync')
})

test('takes the stream over when a user turns to the page, and loads what the page may have missed', async () => {
  const server = buildServer()
  const name = randomUUID()
  const first = openPage(server, name)
  await vi.waitFor(() => expect(first.seen).toEqual(['open']))
  const second = openPage(server, name)
  await vi.waitFor(() => expect(second.seen).toContain('open'))
  second.turnTo()
  await vi.waitFor(() => expect(second.seen).toContain('resync'))
  await vi.waitFor(() => expect(server.open.size).toBe(1))
  server.send(event('e1'))
  await vi.waitFor(() => expect(first.seen).toContain('e1'))
  second.close()
  await vi.waitFor(() => expect(server.begun).toHaveLength(3))
})

test('takes the stream from a page that does not respond, for example a suspended tab', async () => {
  const server = buildServer()
  const name = randomUUID()
  const release = Promise.withResolvers<void>()
  const held = navigator.locks.request(name, () => release.promise).catch(() => undefined)
  const page = openPage(server, name, 20)
  await vi.waitFor(() => expect(page.seen).toEqual(['open']))
  release.resolve()
  await held
})

test("ends the page's part and frees the stream for other pages when the server refuses it", async () => {
  const name = randomUUID()
  const refused = openPage(
    {
      // biome-ignore lint/correctness/useYield: it is refused before its first change.
      watch: async function* () {
        throw new Error('refused')
      },
    },
    name,
  )
  await expect(refused.ended).rejects.toThrow('refused')
  const server = buildServer()
  const next = openPage(server, name)
  await vi.waitFor(() => expect(next.seen).toEqual(['open']))
})

test('opens its own stream if the page has no locks', async () => {
  const server = buildServer()
  const seen: string[] = []
  const close = new AbortController()
  const ended = shareStream({
    name: randomUUID(),
    signal: close.signal,
    locks: undefined,
    watch: server.watch,
    onChange: ({ kind }) => void seen.push(kind),
    onTurnedTo: () => () => {},
  })
  await vi.waitFor(() => expect(seen).toEqual(['open']))
  close.abort()
  await ended
})
