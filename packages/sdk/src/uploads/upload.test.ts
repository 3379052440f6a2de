import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../create-client.ts'
import type { UploadProgress } from './upload.ts'

let server: Server
let answer: RequestListener
let asked = 0
let client: ReturnType<typeof createClient>
beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1
    answer(request, response)
  }).listen(0, '127.0.0.1')
  // Otherwise a connection that the server closes as idle could end during the next test's upload.
  server.keepAliveTimeout = 60_000
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'atr_x' })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})
beforeEach(() => {
  asked = 0
})

const stored = { key: 'k', url: 'u', visibility: 'pub', contentType: 'image/png', bytes: 1 }
/** Reads the form and reports what it found. */
const formReader =
  (found: (form: FormData, bytes: number) => void): RequestListener =>
  async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    found(await new Response(body, { headers }).formData(), body.length)
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(stored))
  }

describe('an upload with progress', () => {
  test('reports its whole size from the start and ends with it', async () => {
    let received = 0
    let form: FormData | undefined
    answer = formReader((parsed, bytes) => {
      form = parsed
      received = bytes
    })
    const progress: UploadProgress[] = []
    const file = new Blob([Buffer.alloc(700_000, 'x')], { type: 'image/png' })
    const onProgress = (state: UploadProgress) => void progress.push(state)
    await client.assets.upload(file, { visibility: 'priv', fileName: 'a "b"\r\n.png', onProgress })
    expect(new Set(progress.map(({ total }) => total))).toEqual(new Set([received]))
    expect(progress.at(-1)?.sent).toBe(received)
    const sent = form?.get('file') as File
    expect([sent.size, sent.type, sent.name]).toEqual([700_000, 'image/png', 'a "b"\r\n.png'])
    expect(form?.get('visibility')).toBe('priv')
  })

  test('sends the same bytes as an upload without progress', async () => {
    const parts: unknown[] = []
    answer = formReader((form) =>
      parts.push([...form].map(([name, value]) => [name, value.toString()])),
    )
    const file = new Blob([Buffer.alloc(1_000, 'x')])
    await client.assets.upload(file)
    await client.assets.upload(file, { onProgress: () => undefined })
    expect(parts[1]).toEqual(parts[0])
  })

  test.each([true, false])(
    'rejects with the reason if it is aborted half-way (progress %s)',
    async (reports) => {
      const reason = new Error('changed my mind')
      const abort = new AbortController()
      answer = (request) => {
        let bytes = 0
        request.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > 1_000_000) abort.abort(reason)
        })
        request.on('error', () => undefined)
      }
      const file = new Blob([Buffer.alloc(60_000_000, 'x')])
      const options = { signal: abort.signal, ...(reports ? { onProgress: () => undefined } : {}) }
      await expect(client.assets.upload(file, options)).rejects.toBe(reason)
      // A late stream error must not end the process. Vitest would report it.
      await new Promise((resolve) => setTimeout(resolve, 300))
    },
  )

  test('sends nothing if it was aborted before it began', async () => {
    const signal = AbortSignal.abort(new Error('never'))
    for (const options of [{ signal }, { signal, onProgress: () => undefined }]) {
      await expect(client.assets.upload(new Blob(['x']), options)).rejects.toThrow('never')
    }
    expect(asked).toBe(0)
  })

  test('reports the reason if it is refused half-way', async () => {
    answer = (request, response) => {
      request.once('data', () => {
        const problem = {
          type: 't',
          title: 'Too large',
          status: 413,
          detail: 'Too large',
          code: 'payload_too_large',
        }
        const body = JSON.stringify({ ...problem, requestId: 'r' })
        response
          .writeHead(413, { 'content-type': 'application/problem+json', connection: 'close' })
          .write(body)
        request.resume().on('end', () => response.end())
      })
    }
    const upload = client.assets.upload(new Blob([Buffer.alloc(20_000_000)]), {
      onProgress: () => undefined,
    })
    await expect(upload).rejects.toMatchObject({ status: 413, code: 'payload_too_large' })
  })
})
