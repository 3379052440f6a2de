import { median, report } from '@atrium/bench-kit'
import { ModelUsage } from '@atrium/contracts'
import { modelKey } from '@atrium/sandbox'
import {
  type BenchPerson,
  type BenchWorld,
  lasted,
  line,
  startBenchWorld,
} from './node-rows/bench-world.ts'

// Enriches 500 items with the operator's managed model, charged to a user's credits. Each service
// has its own process.
const items = 500
const latencyMs = 5
const granted = 10_000_000
const streams = 15

const world = await startBenchWorld({
  CREDITS_METERING_ENABLED: 'true',
  MANAGED_LLM_PROVIDER: 'gateway',
  MANAGED_LLM_MODEL: 'sandbox/small',
  MANAGED_LLM_API_KEY: modelKey,
})
try {
  const { sandbox, query } = world
  sandbox.model.latencyMs = latencyMs
  const person = await world.person('models')
  const { user } = await person.client.me()
  await query(
    `insert into invoicing.credit_accounts (user_id, balance, entries) values ($1, $2, 1)`,
    [user.id, granted],
  )
  await query(
    `insert into invoicing.credit_transactions (id, user_id, kind, credits, sequence, balance, description)
      values ('evt_bench', $1, 'grant', $2, 1, $2, 'Bench')`,
    [user.id, granted],
  )
  const id = await person.workflow(
    line(['split', { field: 'list', separator: '|', as: 'rawContent' }], ['enrich']),
  )
  const list = Array.from(
    { length: items },
    (_, n) => `The invoice of a bakery for loaf ${n}`,
  ).join('|')
  const run = await person.ended(id, await person.fire(id, { list }))
  const enriched = run.nodes.find(({ type }) => type === 'enrich')
  const usage = ModelUsage.nullish().parse(enriched?.usage)
  const [charges] = await query<{ n: number; credits: number }>(
    `select count(distinct reservation_id)::int as n, coalesce(-sum(credits), 0)::int as credits
      from invoicing.credit_transactions where user_id = $1 and kind = 'usage'`,
    [user.id],
  )
  const [account] = await query<{ balance: number; reserved: number }>(
    `select balance::int, reserved::int from invoicing.credit_accounts where user_id = $1`,
    [user.id],
  )
  const name = `models: ${items} enrichments through a run`
  report({ name, value: lasted(run, 'enrich') / 1_000, unit: 's', target: '<= 15' })
  report({
    name: `${name}, items enriched`,
    value: enriched?.itemsOut ?? 0,
    unit: '',
    target: `>= ${items}`,
  })
  report({
    name: `${name}, calls not charged exactly once`,
    value: Math.abs((charges?.n ?? 0) - items) + Math.abs(sandbox.model.requests.length - items),
    unit: '',
    target: '<= 0',
  })
  report({
    name: `${name}, credits off the sum of the run view`,
    value:
      Math.abs((charges?.credits ?? 0) - (usage?.credits ?? 0)) +
      Math.abs(granted - (account?.balance ?? 0) - (charges?.credits ?? 0)) +
      (account?.reserved ?? 0),
    unit: '',
    target: '<= 0',
  })
  report({
    name: 'models: first token of an agent, from the provider to the run view',
    value: median(await firstTokens(world, person)),
    unit: 'ms',
    target: '<= 100',
  })
} finally {
  await world.stop()
}

/**
 * Returns the milliseconds from the provider's first token to the run view's event, for one agent
 * after the other.
 */
async function firstTokens({ sandbox: { model } }: BenchWorld, { client, workflow }: BenchPerson) {
  // The live view is open before the response begins.
  Object.assign(model, { latencyMs: 500, tokenMs: 50 })
  model.script({ match: 'Count', text: 'one two three four', times: streams })
  let askedAt = 0
  const { requests } = model
  requests.push = (...seen) => {
    askedAt = performance.now()
    return Array.prototype.push.apply(requests, seen)
  }
  const id = await workflow(line(['agent', { prompt: 'Count to four', tools: [] }]))
  const taken: number[] = []
  for (let at = 0; at < streams; at += 1) {
    const { runId } = await client.workflows.run({ params: { id }, body: {} })
    let shownAt: number | undefined
    for await (const { event, data } of client.workflows.watch(id, runId)) {
      const shows = event === 'node' && JSON.stringify(data).includes('"message":"one')
      if (shows) shownAt ??= performance.now()
    }
    if (shownAt === undefined) throw new Error('the run view showed no token')
    taken.push(shownAt - askedAt - model.latencyMs - model.tokenMs)
  }
  return taken
}
