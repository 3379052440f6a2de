import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Exit, startNats, startPostgres } from '@atrium/dev-servers'
import type { Log } from './log.ts'

type Server = {
  readonly url: string
  readonly exited: Promise<Exit>
  readonly stop: () => Promise<void>
}

/** A server. It restarts if it exits by itself. */
export type KeptServer = {
  readonly name: string
  readonly url: string
  readonly stop: () => Promise<void>
}

export type ServerContext = {
  readonly home: string
  readonly log: Log
  /** Called if a server cannot restart. */
  readonly fail: (reason: string) => void
}

/** Starts the platform's own PostgreSQL. */
export function startOwnPostgres(context: ServerContext, port: number): Promise<KeptServer> {
  const options = {
    dataDir: join(context.home, 'postgres'),
    port,
    log: receiver(context.log, 'postgres'),
  }
  return keepRunning('PostgreSQL', context, () => startPostgres(options))
}

/** Starts the platform's own NATS. Installs it first if the machine has none. */
export function startOwnNats(
  context: ServerContext,
  port: number,
  authorization: string,
): Promise<KeptServer> {
  const options = {
    storeDir: join(context.home, 'nats'),
    port,
    authorization,
    log: receiver(context.log, 'nats'),
  }
  return keepRunning('NATS', context, () => startNats(options))
}

/**
 * Returns a receiver for a server's lines. It writes them to the server's file. Lines about its
 * installation and folder also go to the terminal.
 */
function receiver(log: Log, name: string): (line: string) => void {
  const toFile = log.server(name)
  return (line) => {
    toFile(line)
    if (/^(no nats-server on|PostgreSQL cannot run inside)/.test(line)) log.say(line)
  }
}

const secondsBeforeRestart = 10

/** Restarts a server at its port after a pause if it exits. A failed restart ends the platform. */
async function keepRunning(
  name: string,
  context: ServerContext,
  start: () => Promise<Server>,
): Promise<KeptServer> {
  const { log, fail } = context
  const first = await start()
  let current = first
  const stopping = new AbortController()
  const watch = async () => {
    for (;;) {
      const exit = await current.exited
      if (stopping.signal.aborted) return
      log.say(`${name} ended (${describe(exit)}); starting it again in ${secondsBeforeRestart} s`)
      await sleep(secondsBeforeRestart * 1000, undefined, { signal: stopping.signal })
      current = await start()
      log.say(`${name} is back`)
      if (stopping.signal.aborted) await current.stop()
    }
  }
  watch().catch((error: unknown) => {
    if (!stopping.signal.aborted) fail(`${name} did not come back: ${String(error)}`)
  })
  return {
    name,
    url: first.url,
    stop: async () => {
      stopping.abort()
      await current.stop()
    },
  }
}

export function describe({ code, signal }: Exit): string {
  return signal === null ? `code ${code}` : `signal ${signal}`
}
