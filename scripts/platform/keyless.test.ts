import { readFileSync } from 'node:fs'
import type { Client } from '@atrium/sdk'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf, signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

// A platform whose operator has no key at any provider.
let platform: TestPlatform
let client: Client
beforeAll(async () => {
  platform = await startTestPlatform()
  ;({ client } = await signUpNewcomer(platform.baseUrl, 'keyless'))
})
afterAll(() => platform?.stop())

/** The integrations of the configuration page, with the variables that each one needs. */
const dormantRows = () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split('## Dormant integrations')
  return [...table.matchAll(/^\| (\w+) \| \w+ \| (`.+`) \| (.+) \|$/gm)].map(
    ([, subsystem = '', needs = '', feature = '']) => ({
      subsystem,
      needs: [...needs.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
      feature,
    }),
  )
}

test('the configuration page names each integration that the services report as dormant, and its variables', () => {
  const rows = dormantRows()
  expect(rows.map(({ subsystem }) => subsystem)).toEqual(
    expect.arrayContaining(['models', 'speech', 'credits']),
  )
  const log = platform.log.text()
  for (const { subsystem, needs, feature } of rows) {
    const missing = needs.filter((name) => !platform.env[name])
    if (missing.length === 0) continue
    expect(log).toContain(`[${subsystem}] ${missing.join(', ')} not set - ${feature} unavailable`)
  }
})

test('health, palette and questions tell that no model answers', async () => {
  const health: unknown = await (await client.request('/api/health')).json()
  expect(health).toMatchObject({ status: 'ok', llmProvider: 'none', enrichEnabled: false })
  const types = await eventually(async () => {
    const { items } = await client.workflows.listNodes()
    const found = items.map(({ type }) => type)
    // The services behind the other nodes answer.
    expect(found).toEqual(expect.arrayContaining(['read_tasks', 'create_card']))
    return found
  }, 20_000)
  for (const type of ['agent', 'analyze', 'enrich', 'enrich_contact', 'remove_ai_slop', 'triage']) {
    expect(types).not.toContain(type)
  }
  const refused = await refusalOf(client.zen.ask({ body: { prompt: 'What is rye?' } }))
  expect(refused).toMatchObject({ status: 400, code: 'not_configured' })
  expect(await client.credits.get()).toMatchObject({ balance: 0, metered: false })
})
