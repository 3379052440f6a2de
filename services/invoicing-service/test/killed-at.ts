import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { inheritedEnvironment } from '@atrium/testkit'
import { expect } from 'vitest'
import type { PaymentsHarness } from './payments-harness.ts'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a second instance of the service in a separate process that can be killed. */
export async function startVictim(
  harness: Pick<PaymentsHarness, 'env'>,
): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../src/main.ts', import.meta.url))],
    {
      env: { ...inheritedEnvironment(), ...harness.env, INVOICING_PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  await once(child, 'message')
  return { child, url: `http://127.0.0.1:${port}` }
}

/** Lets another instance do something, and kills it when one of its calls reaches the processor. */
export async function killedAt(
  harness: PaymentsHarness,
  isHit: (call: string, moment: 'before' | 'after') => boolean,
  act: (url: string) => Promise<unknown>,
): Promise<void> {
  const victim = await startVictim(harness)
  const ended = once(victim.child, 'exit')
  let killed = false
  harness.watch.observe = async (name, moment) => {
    if (killed || !isHit(name, moment)) return
    killed = true
    victim.child.kill('SIGKILL')
    await ended
  }
  await act(victim.url).then(
    () => expect.unreachable('the victim answered'),
    () => {},
  )
  delete harness.watch.observe
  expect(killed).toBe(true)
}
