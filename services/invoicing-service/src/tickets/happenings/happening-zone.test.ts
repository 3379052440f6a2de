import { eventually } from '@atrium/testkit'
import { afterAll, expect, test } from 'vitest'
import { startHarness, toRefusal } from '../../../test/harness.ts'
import { mailsTo } from '../../../test/mails.ts'
import { aHappening, newAddress, order, toCodes } from '../../../test/tickets.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

test("takes the organisation's zone when an event is added, and keeps it when the organisation changes zone", async () => {
  const call = harness.as('admin')
  harness.configure(call.orgId, { timezone: 'Europe/Berlin' })
  const selling = await aHappening(
    harness,
    undefined,
    { startsAt: '2031-05-03T17:00:00.000Z' },
    call,
  )
  harness.configure(call.orgId, { timezone: 'Asia/Tokyo' })
  const own = await call('GET', `/api/happenings/${selling.id}`)
  expect(own.body['timeZone']).toBe('Europe/Berlin')
  expect((await harness.request(selling.path, {})).body['timeZone']).toBe('Europe/Berlin')
  const email = newAddress()
  const [code = ''] = toCodes(await order(harness, selling, { email }))
  expect((await harness.request(`/api/public/tickets/${code}`, {})).body['timeZone']).toBe(
    'Europe/Berlin',
  )
  await eventually(async () => {
    const [mail] = await mailsTo(harness, email)
    expect(mail?.text).toContain('Saturday, 3 May 2031 at 19:00, Europe/Berlin\n')
  })
  const moved = await call('PATCH', `/api/happenings/${selling.id}`, { timeZone: 'Europe/Lisbon' })
  expect(moved.body).toMatchObject({
    timeZone: 'Europe/Lisbon',
    startsAt: '2031-05-03T17:00:00.000Z',
  })
})

test.each(['Mars/Olympus', '+01:00', 'IST', ''])('rejects the time zone "%s"', async (timeZone) => {
  const call = harness.as('admin')
  const body = { title: 'Open day', startsAt: '2031-05-03T17:00:00.000Z', timeZone }
  expect(toRefusal(await call('POST', '/api/happenings', body))).toEqual([400, 'validation_failed'])
})
