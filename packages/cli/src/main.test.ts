import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
let asked: () => void
const platform = createServer(() => asked())
beforeAll(() => once(platform.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  platform.close()
  platform.closeAllConnections()
})

test.each([1, 2])('ends a pending call when Ctrl-C arrives %i times at once', async (times) => {
  const waiting = new Promise<void>((resolve) => {
    asked = resolve
  })
  const { port } = platform.address() as AddressInfo
  const child = spawn(process.execPath, [main, 'whoami'], {
    env: {
      ...process.env,
      ATRIUM_URL: `http://127.0.0.1:${port}`,
      ATRIUM_API_KEY: 'atr_nobody0000',
    },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await waiting
  for (let sent = 0; sent < times; sent += 1) child.kill('SIGINT')
  expect(await ended).toEqual([130, null])
})
