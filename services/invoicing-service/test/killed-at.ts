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

/** Something that another instance does, and the call at which it is killed. */
export interface Killed {
  isHit(call: string, moment: 'before' | 'after'): boolean
  act(url: string): Promise<unknown>
  /** The account whose call is hit. Without it, any account. */
  accountId?: string
}

/**
 * Lets another instance do several things at once. Holds each where its call reaches the processor,
 * and kills the instance when all are held.
 */
export async function killedWhile(
  harness: PaymentsHarness,
  acts: readonly Killed[],
): Promise<void> {
  const victim = await startVictim(harness)
  const ended = once(victim.child, 'exit')
  const held = new Set<Killed>()
  harness.watch.observe = async (name, moment, account) => {
    const hit = acts.find(
      (one) =>
        !held.has(one) &&
        (one.accountId === undefined || one.accountId === account) &&
        one.isHit(name, moment),
    )
    if (hit === undefined) return
    held.add(hit)
    if (held.size === acts.length) victim.child.kill('SIGKILL')
    await ended
  }
  const answers = await Promise.all(
    acts.map(({ act }) =>
      act(victim.url).then(
        () => {
          victim.child.kill('SIGKILL')
          return 'answered'
        },
        () => 'lost',
      ),
    ),
  )
  delete harness.watch.observe
  expect(answers).toEqual(acts.map(() => 'lost'))
  expect(held.size).toBe(acts.length)
}

/** Lets another instance do something, and kills it when one of its calls reaches the processor. */
export const killedAt = (
  harness: PaymentsHarness,
  isHit: Killed['isHit'],
  act: Killed['act'],
): Promise<void> => killedWhile(harness, [{ isHit, act }])
