import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'

export class BodyTooLarge extends Error {}
export class BodyCutShort extends Error {}

/**
 * Returns the request's body as a separate stream. If that stream is destroyed, the client's
 * connection stays open.
 */
export function requestBody(request: IncomingMessage, limit: number): Readable {
  let size = 0
  const cut = () => {
    if (!request.complete) body.destroy(new BodyCutShort())
  }
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > limit ? new BodyTooLarge() : null, chunk)
    },
    destroy(error, done) {
      request.off('close', cut).unpipe(body)
      done(error)
    },
  })
  // Undici listens for errors only when it has a connection. A client may disconnect before that.
  body.on('error', () => {})
  return request.on('close', cut).pipe(body)
}
