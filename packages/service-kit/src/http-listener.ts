import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AppEnv } from '@atrium/http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { oneAtATime } from './one-at-a-time.ts'
import { refuseUnparsable } from './refuse-unparsable.ts'

export interface Listener {
  url: string
  port: number
  /** Stops accepting connections, and closes those that are still open after `deadlineMs`. */
  close(deadlineMs: number): Promise<void>
}

export interface ListenerOptions {
  host: string
  port: number
  app: Hono<AppEnv> | undefined
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  /**
   * Serves `/livez`, `/readyz`, `/metrics` and `/openapi.json`. Undefined if another listener
   * serves them.
   */
  internal: ((path: string) => Promise<InternalAnswer>) | undefined
  /** The idle timeout for a client that reads a complete response. Defaults to 60,000. */
  stallTimeoutMs?: number
  /** Receives errors not handled elsewhere. */
  onError(error: unknown): void
}

export interface InternalAnswer {
  status: number
  contentType: string
  body: string
}

const internalPaths = new Set(['/livez', '/readyz', '/metrics', '/openapi.json'])

/** Starts to listen. Throws Node's `EADDRINUSE` error if the port is taken. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { app, intercept, internal, onError, stallTimeoutMs = 60_000 } = options
  const fetch =
    app === undefined ? undefined : getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer(
    {
      requestTimeout: 900_000,
      headersTimeout: 30_000,
      keepAliveTimeout: 75_000,
      noDelay: true,
      // A missing or second host is refused below, with a body.
      requireHostHeader: false,
    },
    oneAtATime((request, response) => {
      const url = request.url ?? '/'
      // Node has no limit here. After the end of the response its keep-alive timeout applies.
      response.once('prefinish', () => request.socket.setTimeout(stallTimeoutMs))
      const reading = request.method === 'GET' || request.method === 'HEAD'
      try {
        const hosts = countHosts(request.rawHeaders)
        if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) {
          refuseUnparsable({ code: 'not_one_host' }, request.socket)
        } else if (internal !== undefined && reading && internalPaths.has(url))
          void answerInternal({ internal, onError }, url, response)
        else if (intercept?.(request, response) === true) return
        else if (fetch !== undefined) void fetch(request, response)
        else response.writeHead(404).end()
      } catch (error) {
        onError(error)
        failQuietly(response)
      }
    }),
  )
  server.on('clientError', refuseUnparsable)
  // By default Node closes the connection of a CONNECT request. It also rejects an unknown `Expect`
  // header without a response body, although a server may ignore the header (RFC 9110, 10.1.1).
  server.on('connect', (_request, socket) => refuseUnparsable({}, socket))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  await once(server.listen(options.port, options.host, 1024), 'listening')
  const { port } = server.address() as AddressInfo
  const host = options.host === '0.0.0.0' || options.host === '::' ? '127.0.0.1' : options.host
  return {
    url: `http://${host}:${port}`,
    port,
    close: (deadlineMs) => closeServer(server, deadlineMs),
  }
}

/**
 * Counts the host headers. Node uses the first of several, but RFC 9112, 3.2 requires exactly one.
 */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

async function answerInternal(
  options: {
    internal: NonNullable<ListenerOptions['internal']>
    onError: ListenerOptions['onError']
  },
  url: string,
  response: ServerResponse,
): Promise<void> {
  try {
    const { status, contentType, body } = await options.internal(url)
    const headers = { 'content-type': contentType, 'cache-control': 'no-store' }
    response.writeHead(status, { ...headers, 'x-content-type-options': 'nosniff' }).end(body)
  } catch (error) {
    options.onError(error)
    failQuietly(response)
  }
}

function failQuietly(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else response.writeHead(500).end()
}

async function closeServer(server: Server, deadlineMs: number): Promise<void> {
  const closed = once(server.close(), 'close')
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), deadlineMs)
  server.closeIdleConnections()
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}
