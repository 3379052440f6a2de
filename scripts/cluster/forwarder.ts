import { createConnection, createServer, type Socket } from 'node:net'
import { freePort } from '@atrium/dev-servers'

/** A TCP forwarder on 127.0.0.1, in place of a load balancer or of a virtual address. */
export interface Forwarder {
  readonly port: number
  /** Ends all connections, and refuses new ones until `mend`. */
  cut(): void
  mend(): void
  stop(): void
}

/** Starts a forwarder to these ports in turn. It skips ports where nobody listens. */
export async function startForwarder(
  targets: readonly number[],
  ownPort?: number,
): Promise<Forwarder> {
  let isCut = false
  let turn = 0
  const open = new Set<Socket>()
  const track = (socket: Socket, other: Socket | undefined): void => {
    open.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      open.delete(socket)
      other?.destroy()
    })
  }
  const connect = (client: Socket, candidates: readonly number[]): void => {
    const [port, ...others] = candidates
    if (port === undefined || isCut || client.destroyed) return void client.destroy()
    const target = createConnection({ host: '127.0.0.1', port })
    target.once('error', () => connect(client, others))
    target.once('connect', () => {
      target.removeAllListeners('error')
      track(target, client)
      client.once('close', () => target.destroy())
      if (isCut || client.destroyed) return void target.destroy()
      client.pipe(target)
      target.pipe(client)
    })
  }
  const server = createServer((client) => {
    track(client, undefined)
    turn += 1
    const first = turn % Math.max(1, targets.length)
    connect(client, [...targets.slice(first), ...targets.slice(0, first)])
  })
  const end = (): void => {
    for (const socket of open) socket.destroy()
  }
  const port = ownPort ?? (await freePort())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  return {
    port,
    cut() {
      isCut = true
      end()
    },
    mend() {
      isCut = false
    },
    stop() {
      server.close()
      end()
    },
  }
}
