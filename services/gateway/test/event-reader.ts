import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

export interface ReadEvent {
  id: string | undefined
  event: string
  data: Record<string, unknown>
}

export interface EventReader {
  status: number
  events: ReadEvent[]
  /** Returns everything received so far, including comments. */
  text(): string
  /** Waits until `count` messages have arrived. */
  until(count: number): Promise<ReadEvent[]>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  /** Stops reading from the connection until `resume`. */
  pause(): void
  resume(): void
  close(): void
}

/** Reads `GET /api/events` over a new connection. */
export async function readEvents(
  port: number,
  headers: Record<string, string>,
): Promise<EventReader> {
  const outgoing = request({ host: '127.0.0.1', port, path: '/api/events', headers, agent: false })
  outgoing.on('error', () => {}).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  const events: ReadEvent[] = []
  const waiting = new Set<() => void>()
  let text = ''
  let rest = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const lines = block.split('\n')
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const event = field('event')
      if (event !== undefined)
        events.push({ id: field('id'), event, data: JSON.parse(field('data') ?? '{}') })
    }
    for (const check of waiting) check()
  })
  response.on('error', () => {})
  const ended = new Promise<void>((resolve) => response.once('close', resolve))
  return {
    status: response.statusCode ?? 0,
    events,
    text: () => text,
    until: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (events.length < count) return
          waiting.delete(check)
          resolve(events)
        }
        waiting.add(check)
        check()
      }),
    ended,
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => outgoing.destroy(),
  }
}
