import type { IncomingMessage } from 'node:http'

const atMostMs = 30_000
const silenceMs = 3_000

/**
 * Reads and discards a body until it ends, its sender disconnects or is silent for 3 s, or 30 s
 * have passed.
 */
export function discardBody(request: IncomingMessage, done: () => void): void {
  if (request.complete || request.destroyed) {
    done()
    return
  }
  const deadline = setTimeout(finish, atMostMs)
  const silence = setTimeout(finish, silenceMs)
  request.on('data', onData).on('end', finish).on('close', finish).on('error', finish).resume()
  function onData(): void {
    silence.refresh()
  }
  function finish(): void {
    clearTimeout(deadline)
    clearTimeout(silence)
    request.off('data', onData).off('end', finish).off('close', finish)
    done()
  }
}
