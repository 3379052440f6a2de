import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, portInUse } from './ports.ts'

test('returns a free port that accepts a listener and is in use afterwards', async () => {
  const port = await freePort()
  expect(await portInUse(port)).toBe(false)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  expect(await portInUse(port)).toBe(true)
  await new Promise((resolve) => server.close(resolve))
  expect(await portInUse(port)).toBe(false)
})

test('reports a port as in use if a listener has it on every address', async () => {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, resolve))
  expect(await portInUse(port)).toBe(true)
  await new Promise((resolve) => server.close(resolve))
})

test('returns no port twice, although nobody listens on the first ones yet', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, freePort))
  expect(new Set(ports).size).toBe(300)
})
