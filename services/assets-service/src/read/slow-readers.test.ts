import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { keyFor, putBlob, toBytes } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'

// Long enough for a loaded machine to give the reader its turn.
const stallTimeoutMs = 1_500
const size = 24_000_000
let harness: Harness
let key: string
let held = 0
beforeAll(async () => {
  harness = await startHarness({
    stallTimeoutMs,
    wrap: (store) => ({
      ...store,
      open: async (name) => {
        const open = await store.open(name)
        if (!open) return undefined
        held += 1
        return {
          ...open,
          stream: (range) =>
            open.stream(range).once('close', () => {
              held -= 1
            }),
        }
      },
    }),
  })
  key = keyFor(newId('org'))
  await putBlob(harness.deps.store, key, toBytes(Buffer.alloc(size, 7)))
})
afterAll(() => harness.stop())

async function ask(): Promise<Socket> {
  const socket = connect(harness.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`GET /api/assets/${key} HTTP/1.1\r\nHost: a\r\n\r\n`)
  return socket
}

it('disconnects a reader that reads nothing, and closes the file', async () => {
  const socket = await ask()
  socket.pause()
  await expect.poll(() => held).toBe(1)
  await expect.poll(() => held, { timeout: 12 * stallTimeoutMs }).toBe(0)
  socket.destroy()
})

it('closes the file at once when the reader disconnects', async () => {
  const socket = await ask()
  await once(socket, 'data')
  expect(held).toBe(1)
  socket.resetAndDestroy()
  await expect.poll(() => held).toBe(0)
})

it('serves a slow reader to the end', async () => {
  const socket = await ask()
  const started = performance.now()
  let received = 0
  for await (const chunk of socket) {
    const steps = Math.floor(received / 2_000_000)
    received += (chunk as Buffer).length
    if (received >= size) break
    if (Math.floor(received / 2_000_000) > steps) await pause(stallTimeoutMs / 5)
  }
  expect(received).toBeGreaterThanOrEqual(size)
  expect(performance.now() - started).toBeGreaterThan(2 * stallTimeoutMs)
})
