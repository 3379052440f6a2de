import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the service received it. */
export interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  rawHeaders: string[]
  body: string
}

/** A small real HTTP server in place of a service. */
export interface StandIn {
  url: string
  server: Server
  /** The requests that the default handler has responded to. */
  received: Received[]
  /** Returns the last received request. Throws if there is none. */
  last(): Received
  /** Replaces the handler until `reset`. */
  handle(listener: RequestListener): void
  reset(): void
  stop(): Promise<void>
}

/** Starts a server that responds to every request with 200 and `{ "path" }`, and records it. */
export async function startStandIn(): Promise<StandIn> {
  const received: Received[] = []
  const remember: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        rawHeaders: request.rawHeaders,
        body: Buffer.concat(chunks).toString(),
      })
      const body = JSON.stringify({ path: request.url })
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
        .end(body)
    })
  }
  let listener = remember
  const server = createServer((request, response) => listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    received,
    last() {
      const last = received.at(-1)
      if (last === undefined) throw new Error('the service has received nothing')
      return last
    },
    handle: (replacement) => {
      listener = replacement
    },
    reset: () => {
      listener = remember
      received.length = 0
    },
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
