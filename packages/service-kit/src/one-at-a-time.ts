import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** With so many requests in line on a connection, nothing more is read from it for the time being. */
const longestLine = 64

/**
 * Handles the requests of one connection one after the other. Node hands over all that a client has sent ahead
 * (RFC 9112, 9.3.2) at once, and does not tell the answers still in line that the connection is gone: what
 * their handlers hold open would stay open for ever. A request whose turn never comes is forgotten here.
 */
export function oneAtATime(handle: Handle): Handle {
  const lines = new WeakMap<Socket, number>()
  return (request, response) => {
    // An answer gets its socket when it is its turn.
    if (response.socket !== null) {
      handle(request, response)
      return
    }
    const { socket } = request
    const length = (lines.get(socket) ?? 0) + 1
    lines.set(socket, length)
    // Node reads on at the end of each message, so it must be told after the last of those that came together.
    if (length % longestLine === 0) process.nextTick(() => socket.pause())
    response.once('socket', () => {
      const left = (lines.get(socket) ?? 1) - 1
      lines.set(socket, left)
      if (left === longestLine - 1) socket.resume()
      handle(request, response)
    })
  }
}
