import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/**
 * A request's body as a separate stream with back-pressure: its destruction leaves the client's connection open for an
 * answer. Fails with `BodyTooLarge` beyond `limit` bytes and with `BodyCutShort` when the client disconnects.
 */
export class RequestBody extends Readable {
  readonly #request: IncomingMessage
  readonly #limit: number
  #size = 0
  #wired = false

  constructor(request: IncomingMessage, limit: number) {
    super({ highWaterMark: 65_536 })
    this.#request = request
    this.#limit = limit
  }

  override _read(): void {
    if (!this.#wired) {
      this.#wired = true
      this.#request.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onClose)
    }
    this.#request.resume()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#request.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onClose)
    this.#request.pause()
    callback(error)
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#size += chunk.length
    if (this.#size > this.#limit) this.destroy(new BodyTooLarge())
    else if (!this.push(chunk)) this.#request.pause()
  }

  readonly #onEnd = (): void => {
    this.push(null)
  }

  readonly #onClose = (): void => {
    if (!this.#request.complete) this.destroy(new BodyCutShort())
  }
}

export class BodyTooLarge extends Error {}
export class BodyCutShort extends Error {}
