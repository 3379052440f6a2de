import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSlabPool } from '@atrium/blob-store'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReadAt, sendFile } from './send-file.ts'

const file = randomBytes(5000)
let plan: { read: ReadAt; start: number; end: number; slab: number }
let outcome: Promise<void>
const pools = new Map<number, ReturnType<typeof createSlabPool>>()
const server = createServer((_, response) => {
  const pool = pools.get(plan.slab) ?? createSlabPool(plan.slab, 2)
  pools.set(plan.slab, pool)
  response.writeHead(200, { 'content-length': plan.end - plan.start + 1 })
  outcome = sendFile(plan.read, { start: plan.start, end: plan.end }, response, pool)
  outcome.catch(() => response.destroy())
})
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
const read: ReadAt = async (target, position) => void file.copy(target, 0, position, position + target.length)
const fetchAll = async () => {
  const [response] = await once(
    get({ port: (server.address() as AddressInfo).port, agent: false }),
    'response',
  )
  return Buffer.concat(await response.toArray())
}

describe('sendFile', () => {
  it('sends exactly the range, whatever the size of a slab', async () => {
    const range = fc.tuple(fc.nat(4999), fc.nat(4999))
    await fc.assert(
      fc.asyncProperty(range, fc.integer({ min: 1, max: 6000 }), async ([a, b], slab) => {
        plan = { read, start: Math.min(a, b), end: Math.max(a, b), slab: Math.max(slab, 50) }
        expect(await fetchAll()).toEqual(file.subarray(plan.start, plan.end + 1))
      }),
      { numRuns: 100 },
    )
  })

  it('cuts the answer when the file cannot be read, so that nobody takes it for whole', async () => {
    const failing: ReadAt = async (target, position) => {
      if (position > 1000) throw new Error('disk')
      await read(target, position)
    }
    plan = { read: failing, start: 0, end: 4999, slab: 512 }
    await expect(fetchAll()).rejects.toThrow('aborted')
    await expect(outcome).rejects.toThrow('disk')
  })

  it('ends when the reader goes away, and does not read on', async () => {
    let reads = 0
    const endless: ReadAt = async (target) => {
      reads += 1
      target.fill(1)
    }
    plan = { read: endless, start: 0, end: 1e12, slab: 65_536 }
    const sent = get({ port: (server.address() as AddressInfo).port, agent: false })
    const [response] = await once(sent, 'response')
    await once(response, 'data')
    response.destroy()
    await expect(outcome).rejects.toThrow()
    const after = reads
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(reads).toBe(after)
  })
})
