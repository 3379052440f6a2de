import { afterAll, expect, test } from 'vitest'
import { type Caller, startHarness, toRefusal } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const settings = [
  ['/api/invoicing/seller', { name: 'Harbour Studio' }, { name: 'Quay Studio' }],
  ['/api/invoicing/defaults', { paymentTermsDays: 14 }, { paymentTermsDays: 7 }],
  [
    '/api/invoicing/reminders',
    { enabled: true, daysAfter: [1] },
    { enabled: false, daysAfter: [7] },
  ],
] as const

const read = async (call: Caller, path: string) =>
  (await call('GET', path)).headers.get('etag') ?? ''

test.each(settings)(
  'rejects a change of %s if somebody changed it since it was read',
  async (path, one, two) => {
    const call = harness.as('admin')
    const unset = await read(call, path)
    expect(unset).toMatch(/^"[^"]+"$/)
    const put = (body: object, etag?: string) =>
      call('PUT', path, body, etag === undefined ? {} : { 'if-match': etag })
    const first = await put(one, unset)
    expect([first.status, first.headers.get('etag')]).toEqual([200, await read(call, path)])
    expect(toRefusal(await put(two, unset))).toEqual([412, 'precondition_failed'])
    expect((await call('GET', path)).body).toMatchObject(one)
    expect((await put(two, first.headers.get('etag') ?? '')).status).toBe(200)
    expect((await put(one, '*')).status).toBe(200)
    expect((await put(two)).status).toBe(200)
    expect(toRefusal(await put(one, await read(harness.as('admin'), path)))).toEqual([
      412,
      'precondition_failed',
    ])
  },
)

test.each(settings)(
  'accepts one of several concurrent changes of %s if all name the same version',
  async (path, one) => {
    const call = harness.as('admin')
    const etag = await read(call, path)
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => call('PUT', path, one, { 'if-match': etag })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
  },
)
