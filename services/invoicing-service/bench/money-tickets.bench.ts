import { report } from '@atrium/bench-kit'
import { defaultOrgSettings, FindOrg, newId, OrgSettingsOf } from '@atrium/contracts'
import { rpcHandler, serveRpc } from '@atrium/messaging'
import { type Platform, withPlatform } from './platform.ts'

// 200 visitors order a ticket for an event with 100 seats at once. Exactly 100 of them must get
// one.
const orders = 200
const seats = 100
const rounds = 5
const orgSlug = 'bench'

interface Happening {
  readonly id: string
  readonly slug: string
  readonly ticketTypes: ReadonlyArray<{ readonly id: string; readonly sold: number }>
}

async function createHappening(
  { send }: Platform,
  headers: Record<string, string>,
): Promise<Happening> {
  const body = {
    title: newId('hap'),
    slug: newId('hap').replace('_', '-'),
    startsAt: new Date(Date.now() + 86_400_000).toISOString(),
    published: true,
    ticketTypes: [{ name: 'Entry', capacity: seats }],
  }
  const { status, text } = await send('POST', '/api/happenings', headers, JSON.stringify(body))
  if (status !== 201) throw new Error(`the happening was answered ${status}: ${text}`)
  return JSON.parse(text) as Happening
}

async function benchOrders({ db, ...platform }: Platform, orgId: string) {
  const rates: number[] = []
  let wrong = 0
  // The first round warms up the process.
  for (let round = 0; round <= rounds; round += 1) {
    const headers = { ...(await platform.caller(orgId)), 'content-type': 'application/json' }
    const { id, slug, ticketTypes } = await createHappening({ db, ...platform }, headers)
    const path = `/api/public/happenings/${orgSlug}/${slug}/orders`
    const order = (n: number) => {
      const visitor = { name: `Visitor ${n}`, email: `visitor-${n}@bench.example` }
      const body = JSON.stringify({ ticketTypeId: ticketTypes[0]?.id, quantity: 1, ...visitor })
      return platform.send('POST', path, { 'content-type': 'application/json' }, body)
    }
    const began = performance.now()
    const answers = await Promise.all(Array.from({ length: orders }, (_, n) => order(n)))
    const rate = (orders * 1_000) / (performance.now() - began)
    const taken = answers.filter(({ status }) => status === 201).length
    const refused = answers.filter(
      ({ status, text }) => status === 409 && text.includes('sold_out'),
    ).length
    const { tickets } = await db
      .selectFrom('tickets')
      .select((eb) => eb.fn.countAll<string>().as('tickets'))
      .where((eb) => eb.and({ org_id: orgId, happening_id: id }))
      .executeTakeFirstOrThrow()
    const shown = JSON.parse(
      (await platform.send('GET', `/api/happenings/${id}`, headers)).text,
    ) as Happening
    for (const count of [taken, refused, Number(tickets), shown.ticketTypes[0]?.sold ?? 0]) {
      wrong += Math.abs(count - seats)
    }
    if (round > 0) rates.push(rate)
  }
  return { rates, wrong }
}

await withPlatform(async (platform) => {
  const orgId = newId('org')
  const org = { orgId, name: 'Bench', slug: orgSlug, ownerId: newId('usr') }
  const stop = await serveRpc(platform.bus, '1.0.0', [
    rpcHandler(FindOrg, async () => ({ org })),
    rpcHandler(OrgSettingsOf, async () => ({ settings: defaultOrgSettings })),
  ])
  const { rates, wrong } = await benchOrders(platform, orgId)
  await stop()
  const name = `money: ${orders} concurrent ticket orders on ${seats} seats`
  report({ name, value: rates, unit: '/s', target: '>= 150' })
  report({ name: `${name}, off the exact number`, value: wrong, unit: '', target: '<= 0' })
})
