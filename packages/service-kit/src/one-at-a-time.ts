import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** Reading from a connection pauses at this number of waiting requests. */
const longestLine = 64

/**
 * Handles a connection's requests sequentially. Node passes pipelined requests on at once and does
 * not tell waiting responses when the connection ends, so their resources would stay open forever.
 */
export function oneAtATime(handle: Handle): Handle {
  const lines = new WeakMap<Socket, number>()
  return (request, response) => {
    // A response gets its socket when its turn comes.
    if (response.socket !== null) {
      handle(request, response)
      return
    }
    const { socket } = request
    const length = (lines.get(socket) ?? 0) + 1
    lines.set(socket, length)
    // Node resumes reading at the end of each message, so the pause comes after the last message of
    // a packet.
    if (length % longestLine === 0) process.nextTick(() => socket.pause())
    response.once('socket', () => {
      const left = (lines.get(socket) ?? 1) - 1
      lines.set(socket, left)
      if (left === longestLine - 1) socket.resume()
      handle(request, response)
    })
  }
}
