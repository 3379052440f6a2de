import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTransport } from '../transport.ts'
import { type LiveChange, watchEvents } from './watch-events.ts'

const stops: Array<() => void> = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const frame = (id: string) =>
  `id: ${id}\nevent: task.created\ndata: ${JSON.stringify({ id, type: 'task.created' })}\n\n`

/**
 * Starts a server that handles its nth connection with the nth step. Records which event each
 * connection continues after.
 */
async function serverWith(...steps: Array<(response: ServerResponse) => void>) {
  const after: Array<string | undefined> = []
  const server = createServer((request, response) => {
    after.push(request.headers['last-event-id'] as string | undefined)
    const step = steps[after.length - 1]
    if (step === undefined)
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    else step(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = new AbortController()
  stops.push(() => {
    stop.abort()
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const changes = watchEvents(createTransport({ baseUrl }), {
    signal: stop.signal,
    pauseMs: () => 1,
  })
  return { after, changes }
}
const stream = (text: string) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)

async function take(changes: AsyncGenerator<LiveChange>, count: number): Promise<string[]> {
  const taken: string[] = []
  for await (const change of changes) {
    taken.push(change.kind === 'event' ? change.event.id : change.kind)
    if (taken.length === count) break
  }
  return taken
}

test('reopens a lost connection and continues after the last event', async () => {
  const { after, changes } = await serverWith(
    stream(frame('evt_1') + frame('evt_2')),
    stream(frame('evt_3')),
  )
  expect(await take(changes, 6)).toEqual(['open', 'evt_1', 'evt_2', 'lost', 'open', 'evt_3'])
  expect(after).toEqual([undefined, 'evt_2'])
})

test('reloads its data after a gap if it had no event before', async () => {
  const { changes } = await serverWith(stream(': connected\n\n'), stream(frame('evt_1')))
  expect(await take(changes, 5)).toEqual(['open', 'lost', 'open', 'resync', 'evt_1'])
})

test('retries if the platform is away but not if the user is refused', async () => {
  const { changes } = await serverWith(
    (response) => response.writeHead(503).end(),
    stream('event: resync\ndata: {}\n\n'),
    (response) => response.writeHead(401).end(),
  )
  expect(await take(changes, 3)).toEqual(['lost', 'open', 'resync'])
  const refused = await serverWith((response) => response.writeHead(401).end())
  await expect(take(refused.changes, 1)).rejects.toMatchObject({ status: 401 })
})
