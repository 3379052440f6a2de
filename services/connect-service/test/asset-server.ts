import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AssetServer {
  origin: string
  /** Adds a public file, or a rendition if the name has a query. Returns the URL. */
  add(name: string, contentType: string, bytes: Uint8Array): string
  /** Every request as `METHOD path`, with the requested range. */
  requests: string[]
  stop(): Promise<void>
}

/**
 * Fakes the public assets of the file store as far as publishing needs them: `HEAD`, `GET` and a
 * single range.
 */
export async function startAssetServer(): Promise<AssetServer> {
  const files = new Map<string, { contentType: string; bytes: Uint8Array }>()
  const requests: string[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    requests.push([method, url, headers.range].filter(Boolean).join(' '))
    const file = files.get(url) ?? files.get(url.split('?', 1)[0] ?? '')
    if (file === undefined) return void response.writeHead(404).end()
    const asked = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')
    const [start, end] = asked ? [Number(asked[1]), Number(asked[2]) + 1] : [0, file.bytes.length]
    const part = file.bytes.subarray(start, end)
    const range = asked ? { 'content-range': `bytes ${start}-${end - 1}/${file.bytes.length}` } : {}
    response.writeHead(asked ? 206 : 200, {
      'content-type': file.contentType,
      'content-length': part.length,
      ...range,
    })
    response.end(method === 'HEAD' ? undefined : part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    requests,
    add(name, contentType, bytes) {
      const path = `/api/assets/org_1/pub/${name}`
      files.set(path, { contentType, bytes })
      return origin + path
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
