import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Moment = 'before' | 'after'

/** A network behind a proxy. The proxy holds chosen requests before or after they take effect. */
export interface NetworkGate {
  url: string
  /** Holds the next request if its body contains the text. */
  hold(text: string, moment: Moment): void
  /** The held requests' texts. */
  readonly held: ReadonlySet<string>
  /**
   * Releases all held requests. If the client has disconnected by then, its request never reaches
   * the network.
   */
  release(): void
  stop(): Promise<void>
}

/** Starts a proxy in front of `target`. It forwards everything unchanged. */
export async function startNetworkGate(target: string): Promise<NetworkGate> {
  const wanted = new Map<string, Moment>()
  const held = new Set<string>()
  let opened = Promise.withResolvers<void>()

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const text =
      incoming.method === 'POST'
        ? [...wanted.keys()].find((each) => body.includes(each))
        : undefined
    const moment = text === undefined ? undefined : wanted.get(text)
    const wait = async (now: Moment) => {
      if (text === undefined || moment !== now) return
      wanted.delete(text)
      held.add(text)
      await opened.promise
    }
    await wait('before')
    if (incoming.socket.destroyed) return
    const onward = request(new URL(incoming.url ?? '/', target), {
      method: incoming.method,
      headers: { ...incoming.headers, host: new URL(target).host, connection: 'close' },
    })
    onward.on('error', () => void response.destroy())
    onward.on('response', async (answer) => {
      await wait('after')
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.end(body)
  }
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: (text, moment) => void wanted.set(text, moment),
    held,
    release() {
      opened.resolve()
      opened = Promise.withResolvers()
      held.clear()
      wanted.clear()
    },
    stop: () =>
      new Promise((resolve) => {
        opened.resolve()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
