import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy between the browser and the platform that can cut off an upload. */
export interface CuttingProxy {
  readonly server: string
  /**
   * Cuts off every POST to this path after `afterBytes` bytes and closes its connection. Applies to
   * every attempt, because Chromium retries a cut request by itself.
   */
  cut(path: string, afterBytes: number): void
  /** Forwards everything again. */
  pass(): void
  stop(): Promise<void>
}

/** Starts the proxy on a free port. */
export async function startCuttingProxy(): Promise<CuttingProxy> {
  let cut: { path: string; afterBytes: number } | undefined
  const proxy = createServer((incoming, answer) => {
    const url = new URL(incoming.url ?? '')
    const limit =
      incoming.method === 'POST' && cut?.path === url.pathname ? cut.afterBytes : undefined
    const outgoing = request(
      url,
      { method: incoming.method, headers: incoming.headers },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.rawHeaders)
        response.pipe(answer)
      },
    )
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    if (limit === undefined) incoming.pipe(outgoing)
    else forwardPart(incoming, outgoing, limit)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    server: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut: (path, afterBytes) => {
      cut = { path, afterBytes }
    },
    pass: () => {
      cut = undefined
    },
    async stop() {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

/** Forwards bytes up to a limit, then closes both connections. */
function forwardPart(
  incoming: IncomingMessage,
  outgoing: ReturnType<typeof request>,
  limit: number,
): void {
  let passed = 0
  incoming.on('data', (chunk: Buffer) => {
    passed += chunk.length
    if (passed < limit) outgoing.write(chunk)
    else {
      outgoing.destroy()
      incoming.socket.destroy()
    }
  })
}
