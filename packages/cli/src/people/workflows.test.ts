import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AtriumError, type Client, createClient } from '@atrium/sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { followRun } from './workflows.ts'

let platform: Server
let client: Client
let answer: (path: string, response: ServerResponse) => void
let lines: string[]
const io = {
  env: {},
  write: (line: string) => void lines.push(line),
  error: (line: string) => void lines.push(line),
}
const run = { id: 'wf_1', runId: 'run_1', json: false }
beforeEach(async () => {
  lines = []
  platform = createServer((request, response) => answer(request.url ?? '', response)).listen(
    0,
    '127.0.0.1',
  )
  await once(platform, 'listening')
  const baseUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
  client = createClient({ baseUrl, apiKey: 'atr_x', maxRetries: 0 })
})
afterEach(() => {
  platform.close()
  platform.closeAllConnections()
})

test('reconnects with a pause before each attempt when the stream ends or breaks before the run', async () => {
  const pauses: number[] = []
  let streams = 0
  answer = (path, response) => {
    if (!path.endsWith('/events')) {
      const status = streams < 4 ? 'running' : 'failed'
      const body = JSON.stringify({ id: 'run_1', status, error: 'No\n\u001b[2Jmore' })
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      return
    }
    streams += 1
    if (streams === 2) response.destroy()
    else if (streams === 3) {
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write('event: run\ndata: {"status":"running"}\n\n')
      setTimeout(() => response.destroy(), 20)
    } else response.writeHead(200, { 'content-type': 'text/event-stream' }).end()
  }
  const done = await followRun(client, io, run, (attempt) => {
    pauses.push(attempt)
    return 1
  })
  expect(done).toBe(false)
  expect(pauses).toEqual([1, 2, 1])
  expect(lines).toEqual(['run_1: queued', 'run_1: running', 'failed: No [2Jmore'])
})

test('stops following when the platform refuses', async () => {
  answer = (_, response) => void response.writeHead(404).end('{}')
  await expect(followRun(client, io, run, () => 1)).rejects.toThrow(AtriumError)
})
