import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Reply = { status?: number; body: unknown }

/**
 * Starts local stand-ins for the three boards. A test can make each stand-in respond with anything.
 */
export async function startBoards() {
  const replies = new Map<string, (request: IncomingMessage) => Reply>()
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const found = [...replies].find(([start]) => path.startsWith(start))
    const { status = 200, body } = found?.[1](request) ?? { status: 404, body: {} }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    on: (path: string, reply: (request: IncomingMessage) => Reply) => void replies.set(path, reply),
    stop: () => void server.close(),
  }
}
