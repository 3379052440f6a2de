import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'

export interface Sent {
  method?: string
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
  json(): Record<string, unknown>
}

/**
 * Sends one request over a new connection with the path and headers unchanged. Fails after ten
 * seconds.
 */
export function send(port: number, sent: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', path, headers = {}, body } = sent
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...length, ...headers },
        agent: false,
        timeout: 10_000,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: text,
            json: () => JSON.parse(text) as Record<string, unknown>,
          })
        })
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer: ${method} ${path}`)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
