import { type Principal, userRows } from '@atrium/contracts'
import { rpcHandler, serveRpc } from '@atrium/messaging'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'

type Page = { table: string; text: string; next: string | null }
type ReadPage = (cursor: string | null) => Promise<Page>

let harness: Harness
let stop: () => Promise<void> = async () => {}
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => stop())
afterAll(() => harness?.stop())

const empty: ReadPage = async () => ({ table: 'none', text: '', next: null })

/** Serves the rows of the other services. The last of them reads with `readLast`, or is down. */
async function serveOthers(readLast?: ReadPage): Promise<void> {
  const reads = [...userRows.slice(1).map(() => empty), ...(readLast ? [readLast] : [])]
  stop = await serveRpc(
    harness.bus,
    '0.0.0',
    reads.map((read, at) => {
      const definition = userRows[at]
      if (definition === undefined) throw new Error('More sources than services')
      return rpcHandler(definition, ({ cursor }) => read(cursor))
    }),
  )
}

async function requestExport() {
  const { userId, orgId } = await harness.founder()
  const principal: Principal = {
    userId,
    orgId,
    role: 'owner',
    isAdmin: false,
    via: 'session',
    credentialId: 'ses_1',
  }
  return { userId, answer: harness.as(principal, 'GET', '/api/me/export') }
}

/** Two rows on two pages. The second page fails if `isBroken`. */
const twoPages =
  (text: string, isBroken: boolean): ReadPage =>
  async (cursor) => {
    if (cursor === null) return { table: 'runs', text: `{"text":"${text}"}\n`, next: 'second' }
    if (isBroken) throw new Error('The database is gone')
    return { table: 'runs', text: '{"text":"second"}\n', next: null }
  }

test('exports the rows of every service', async () => {
  await serveOthers(twoPages('first', false))
  const { userId, answer } = await requestExport()
  const { status, body, headers } = await answer
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-type')).toContain('application/json')
  expect(headers.get('content-disposition')).toBe('attachment; filename="atrium-account.json"')
  expect(body).toMatchObject({
    records: { user: [{ id: userId }], runs: [{ text: 'first' }, { text: 'second' }] },
  })
})

test('responds 503 before the first byte when a service is down', async () => {
  await serveOthers()
  const { status, headers, body } = await (await requestExport()).answer
  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(headers.get('retry-after')).toBe('2')
  expect(headers.get('content-disposition')).toBeNull()
})

test('responds with an error before the first byte when a service fails within the first million characters', async () => {
  await serveOthers(twoPages('first', true))
  const { status, headers } = await (await requestExport()).answer
  expect(status).toBe(500)
  expect(headers.get('content-disposition')).toBeNull()
})

test('cuts the connection when a service fails later, so that a part never passes for the whole', async () => {
  let pages = 0
  const large = 'x'.repeat(500_000)
  await serveOthers(async () => {
    pages += 1
    if (pages > 4) throw new Error('The database is gone')
    return { table: 'runs', text: `{"text":"${large}"}\n`, next: 'more' }
  })
  await expect((await requestExport()).answer).rejects.toThrow('terminated')
})
