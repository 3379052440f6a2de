import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type PlainGet, recognisePlainGet } from './plain-get.ts'

const scratchBytes = 32 * 1024

/** A whole answer that is at hand. */
export interface QuickAnswer {
  /** Status line and headers, one character per byte, without the empty line at their end. */
  readonly head: string
  readonly body: Buffer
}

/** Answers within the call, or says undefined and has done nothing. */
export type AnswerQuickly = (request: PlainGet) => QuickAnswer | undefined

export interface QuickAnswers {
  /** Lets go of the connections that Node's own server never saw. */
  close(): void
}

/**
 * Lets plain GETs be answered from memory without the objects that `node:http` makes for each request, which
 * cost several times as much as the answer. A connection stays on this short way as long as each chunk is one
 * whole plain GET that `quick` answers; with the first that is not, it is given to the server, for good.
 */
export function answerQuickly(server: Server, quick: AnswerQuickly): QuickAnswers {
  const ordinary = server.listeners('connection')
  const waiting = new Set<Socket>()
  const outbox = createOutbox()
  const connectionLines = createConnectionLines(server.keepAliveTimeout)
  const answerTo = (chunk: Buffer): QuickAnswer | undefined => {
    const request = recognisePlainGet(chunk)
    return request && quick(request)
  }

  function take(socket: Socket): void {
    let answered = false
    const leave = () => {
      waiting.delete(socket)
      socket.setTimeout(0)
      socket.off('data', onData).off('end', onEnd).off('error', leave).off('close', leave)
      socket.off('timeout', onTimeout)
    }
    const onData = (chunk: Buffer) => {
      outbox.flush(socket)
      // A reader that is slow to take its answers gets the ordinary way, which stops reading meanwhile.
      const answer = socket.writableLength > 0 ? undefined : attempt(() => answerTo(chunk))
      if (!answer) {
        leave()
        socket.unshift(chunk)
        for (const listener of ordinary) Reflect.apply(listener, server, [socket])
        return
      }
      outbox.add({ socket, head: answer.head + connectionLines(), body: answer.body })
      if (!answered) socket.setTimeout(server.keepAliveTimeout)
      answered = true
    }
    const onEnd = () => {
      outbox.flush(socket)
      socket.end()
    }
    const onTimeout = () => socket.destroy()
    waiting.add(socket)
    socket.setTimeout(server.headersTimeout)
    socket.on('data', onData).on('end', onEnd).on('error', leave).on('close', leave).on('timeout', onTimeout)
  }

  server.removeAllListeners('connection')
  server.on('connection', take)
  return {
    close() {
      for (const socket of waiting) outbox.flush(socket)
      for (const socket of waiting) socket.destroySoon()
    },
  }
}

// A failure is reported by the ordinary way, which meets it again.
function attempt<T>(step: () => T): T | undefined {
  try {
    return step()
  } catch {
    return undefined
  }
}

interface Outgoing {
  readonly socket: Socket
  readonly head: string
  readonly body: Buffer
}

/**
 * Answers that leave together once every request that has arrived is answered: each write on its own would
 * wake its reader, and waking costs more than writing.
 */
function createOutbox() {
  const send = createSender()
  let waiting = new Map<Socket, Outgoing>()
  const flush = () => {
    const leaving = waiting
    waiting = new Map()
    for (const outgoing of leaving.values()) send(outgoing)
  }
  return {
    add(outgoing: Outgoing): void {
      waiting.set(outgoing.socket, outgoing)
      if (waiting.size === 1) setImmediate(flush)
    },
    /** Sends at once when an answer of this socket waits. */
    flush(socket: Socket): void {
      if (waiting.has(socket)) flush()
    },
  }
}

/** Sends a head and a body: small ones as one piece of memory that is used again, others in one system call. */
function createSender(): (outgoing: Outgoing) => void {
  let scratch = Buffer.allocUnsafeSlow(scratchBytes)
  return ({ socket, head, body }) => {
    if (!socket.writable) return
    if (head.length + body.length > scratchBytes) {
      socket.cork()
      socket.write(head, 'latin1')
      socket.write(body)
      socket.uncork()
      return
    }
    scratch.write(head, 0, 'latin1')
    body.copy(scratch, head.length)
    socket.write(scratch.subarray(0, head.length + body.length))
    // Not all of it was taken at once: this piece belongs to the socket now.
    if (socket.writableLength > 0) scratch = Buffer.allocUnsafeSlow(scratchBytes)
  }
}

/** The lines that Node itself adds to an answer, and the end of the head. */
function createConnectionLines(keepAliveTimeoutMs: number): () => string {
  let lines = ''
  let validUntil = 0
  return () => {
    const now = Date.now()
    if (now >= validUntil) {
      validUntil = now - (now % 1000) + 1000
      const seconds = Math.floor(keepAliveTimeoutMs / 1000)
      const date = new Date(now).toUTCString()
      lines = `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n\r\n`
    }
    return lines
  }
}
