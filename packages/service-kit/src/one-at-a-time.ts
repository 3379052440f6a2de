import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** The number of waiting requests at which reading from a connection pauses. */
const longestLine = 64

/**
 * Handles a connection's requests sequentially: Node passes pipelined ones on at once and does not notify waiting
 * answers of the connection's end, so their resources would stay open for ever.
 */
export function oneAtATime(handle: Handle): Handle {
  const lines = new WeakMap<Socket, number>()
  return (request, response) => {
    // An answer gets its socket at its turn.
    if (response.socket !== null) {
      handle(request, response)
      return
    }
    const { socket } = request
    const length = (lines.get(socket) ?? 0) + 1
    lines.set(socket, length)
    // Node resumes reading at the end of each message, so the pause follows the last one that arrived together.
    if (length % longestLine === 0) process.nextTick(() => socket.pause())
    response.once('socket', () => {
      const left = (lines.get(socket) ?? 1) - 1
      lines.set(socket, left)
      if (left === longestLine - 1) socket.resume()
      handle(request, response)
    })
  }
}
