import { median, percentile, report } from '@atrium/bench-kit'
import { createClient } from '@atrium/sdk'
import { Agent, request } from 'undici'
import { startProcessPlatform } from '../platform/process-platform.ts'

// Compares an assistant's tool with the same HTTP call, alternately, with an API key. Then runs 200
// assistants at once.
const platform = await startProcessPlatform(
  { LOG_LEVEL: 'info', NODE_ENV: 'development' },
  { fsync: true },
)
const dispatcher = new Agent({ connections: 200, pipelining: 1 })
try {
  const client = createClient({ baseUrl: platform.baseUrl })
  const password = 'a password of some length'
  await client.auth.signUp({ name: 'Bench', email: 'bench@example.com', password })
  await client.auth.createOrg({ name: 'Bench', slug: 'bench' })
  const { key } = await client.auth.createApiKey({ name: 'bench' })
  for (let n = 0; n < 25; n += 1) await client.cards.create({ body: { title: `Card ${n}` } })

  const timed = async (act: () => Promise<number>): Promise<number> => {
    const started = performance.now()
    const status = await act()
    if (status !== 200) throw new Error(`answered ${status}`)
    return performance.now() - started
  }
  const http = async () => {
    const answer = await request(`${platform.baseUrl}/api/tasks?limit=10`, {
      dispatcher,
      headers: { 'x-api-key': key },
    })
    await answer.body.text()
    return answer.statusCode
  }
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_cards', arguments: { limit: 10 } },
  })
  const tool = async () => {
    const answer = await request(`${platform.baseUrl}/api/mcp`, {
      dispatcher,
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
    })
    const text = await answer.body.text()
    if (!text.includes('Card 24')) throw new Error(`no card in ${text.slice(0, 200)}`)
    return answer.statusCode
  }

  for (let n = 0; n < 100; n += 1) await Promise.all([http(), tool()])
  const [direct, byTool]: [number[], number[]] = [[], []]
  for (let n = 0; n < 400; n += 1) {
    direct.push(await timed(http))
    byTool.push(await timed(tool))
  }
  const added = median(byTool) - median(direct)
  report({
    name: 'a tool call, added to the same HTTP call, p50',
    value: added,
    unit: 'ms',
    target: '< 15',
  })

  const crowd: number[] = []
  const started = performance.now()
  await Promise.all(
    Array.from({ length: 200 }, async () => {
      for (let n = 0; n < 10; n += 1) crowd.push(await timed(tool))
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  report({
    name: '200 assistants at once, tool calls',
    value: crowd.length / seconds,
    unit: '/s',
    target: 'none',
  })
  report({
    name: '200 assistants at once, p95',
    value: percentile(crowd, 0.95),
    unit: 'ms',
    target: 'none',
  })
} finally {
  await dispatcher.destroy()
  await platform.stop()
}
