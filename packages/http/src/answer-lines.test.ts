import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { answerLines } from './answer-lines.ts'
import type { AppEnv } from './environment.ts'

const ended: string[] = []
const line = `${'x'.repeat(65_535)}\n`
async function* lines(name: string, n: number): AsyncGenerator<string> {
  try {
    for (let at = 0; at < n; at += 1) yield line
    if (name === 'failing') throw new Error('the database is gone')
  } finally {
    ended.push(name)
  }
}
const app = new Hono<AppEnv>()
const file = { name: 'x.csv', type: 'text/csv' }
app.get('/whole', (c) => answerLines(c, file, lines('whole', 40)))
app.get('/failing', (c) => answerLines(c, file, lines('failing', 40)))
app.get('/endless', (c) => answerLines(c, file, lines('endless', Number.POSITIVE_INFINITY)))
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => void server.close())

test('ends the response when the source ends', async () => {
  const response = await fetch(`${url}/whole`)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="x.csv"')
  expect((await response.text()).length).toBe(40 * line.length)
})

test('cuts the connection when the source fails, so that a part never passes for the whole', async () => {
  const response = await fetch(`${url}/failing`)
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
})

test('ends the source when the client disconnects', async () => {
  const response = await fetch(`${url}/endless`)
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await expect.poll(() => ended).toContain('endless')
})
