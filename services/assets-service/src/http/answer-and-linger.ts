import type { IncomingMessage, ServerResponse } from 'node:http'

const lingerAtMostMs = 30_000
const silenceAtMostMs = 5_000

/**
 * Answers a request whose body may not have been read. Closing then would reset the connection and take the
 * answer with it, so the answer goes out whole at once, what still comes is thrown away for a while, and
 * only then is the connection closed (lingering close, as web servers do).
 */
export async function answerAndLinger(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: readonly (readonly [string, string])[],
  body: Buffer,
): Promise<void> {
  const unread = !request.complete && hasBody(request)
  const framing = ['Content-Length', String(body.length), ...(unread ? ['Connection', 'close'] : [])]
  response.writeHead(status, [...headers.flat(), ...framing])
  if (!unread) {
    response.end(request.method === 'HEAD' ? undefined : body)
    return
  }
  response.write(body)
  await discard(request)
  response.end()
}

const hasBody = (request: IncomingMessage) =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0

/** Reads and forgets until the body ends, the sender falls silent or goes away, or patience ends. */
function discard(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(patience)
      clearTimeout(silence)
      resolve()
    }
    const patience = setTimeout(done, lingerAtMostMs)
    const silence = setTimeout(done, silenceAtMostMs)
    request.on('data', () => silence.refresh())
    request.on('end', done)
    request.on('close', done)
    request.on('error', done)
    request.resume()
  })
}
