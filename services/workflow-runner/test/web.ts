import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a site on the loopback interface. Paths without a handler respond with 404. */
export async function startWeb() {
  const pages = new Map<string, Handler>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(`${request.method} ${path}`)
    const handler = pages.get(path) ?? pages.get(path.split('?', 1)[0] ?? '')
    if (handler === undefined) response.writeHead(404).end()
    else handler(request, response)
  })
  // Otherwise the server could close an idle connection while the next POST is sent on it.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    asked,
    page(path: string, answer: string | Handler): string {
      const html: Handler = (_, response) =>
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer)
      pages.set(path, typeof answer === 'string' ? html : answer)
      return url + path
    },
    stop(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const sentence =
  'The harbour bakery opens at six, bakes until noon, and sells what is left at half price.'

export const articlePage = (title: string, paragraphs = 8, head = ''): string =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body><nav><a href="/">Home</a></nav>
<article><h1>${title}</h1>${`<p>${sentence}</p>`.repeat(paragraphs)}</article><footer>Imprint</footer></body></html>`
