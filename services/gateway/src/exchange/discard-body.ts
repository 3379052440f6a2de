import type { IncomingMessage } from 'node:http'

const atMostMs = 30_000
const silenceMs = 3_000

/** Reads and forgets a body until it ends, its sender falls silent or goes away, or patience ends. */
export function discardBody(request: IncomingMessage, done: () => void): void {
  if (request.complete || request.destroyed) {
    done()
    return
  }
  const patience = setTimeout(finish, atMostMs)
  const silence = setTimeout(finish, silenceMs)
  request.on('data', onData).on('end', finish).on('close', finish).on('error', finish).resume()
  function onData(): void {
    silence.refresh()
  }
  function finish(): void {
    clearTimeout(patience)
    clearTimeout(silence)
    request.off('data', onData).off('end', finish).off('close', finish)
    done()
  }
}
