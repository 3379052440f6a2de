import { eventually } from '@atrium/testkit'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { startHarness, toRefusal } from '../../test/harness.ts'
import { mailsTo } from '../../test/mails.ts'
import {
  aHappening,
  inADay,
  newAddress,
  order,
  orderAndConfirm,
  toCodes,
} from '../../test/tickets.ts'

// The service reads no SVG files from others. This one is its own.
sharp.unblock({ operation: ['VipsForeignLoadSvg'] })

const harness = await startHarness()
afterAll(() => harness.stop())

/** Creates an event with an order, and a function with which a member checks tickets in. */
async function sold(quantity = 1) {
  const selling = await aHappening(harness)
  const email = newAddress()
  const codes = toCodes(await orderAndConfirm(harness, selling, { quantity, email }))
  const member = harness.as('member', selling.call.orgId)
  const checkIn = (code: string, id = selling.id) =>
    member('POST', `/api/happenings/${id}/check-in`, { code })
  return { ...selling, member, checkIn, codes, email, code: codes[0] ?? '' }
}

test('checks a ticket in once by a member when several scanners try', async () => {
  const { checkIn, code, id } = await sold()
  const answers = await Promise.all(Array.from({ length: 8 }, () => checkIn(code)))
  const [admitted, ...others] = answers.filter(({ status }) => status === 200)
  expect(others).toEqual([])
  expect(admitted?.body).toMatchObject({ code, happeningId: id, ticketType: 'Entry', name: 'Ada' })
  expect(admitted?.body['checkedInAt']).toEqual(expect.any(String))
  expect(answers.filter(({ status }) => status !== 200).map(toRefusal)).toEqual(
    Array(7).fill([409, 'already_checked_in']),
  )
})

test('reads a code as people type it', async () => {
  const { checkIn, code } = await sold()
  const typed = ` ${(code.match(/.{4}/g) ?? []).join('-').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `
  expect((await checkIn(typed)).status).toBe(200)
})

test('responds 404 if the code is unknown, or the ticket is of another event or org', async () => {
  const [mine, other] = [await sold(), await sold()]
  expect(toRefusal(await mine.checkIn('0000-0000-0000-0000'))).toEqual([404, 'not_found'])
  expect(toRefusal(await mine.checkIn(other.code))).toEqual([404, 'not_found'])
  expect(toRefusal(await mine.checkIn(other.code, other.id))).toEqual([404, 'not_found'])
  expect((await mine.checkIn(''.padEnd(201, 'x'))).status).toBe(400)
  const { body } = await other.member('GET', `/api/happenings/${other.id}/tickets?checkedIn=true`)
  expect(body['total']).toBe(0)
})

test('refuses to cancel a used ticket, and any ticket if a member asks', async () => {
  const { call, member, id, checkIn, codes } = await sold(2)
  const { body } = await member('GET', `/api/happenings/${id}/tickets`)
  const items = body['items'] as unknown as Array<{ id: string; code: string }>
  const used = items.find(({ code }) => code === codes[0])
  const free = items.find(({ code }) => code === codes[1])
  await checkIn(codes[0] ?? '')
  const path = (ticket: { id: string } | undefined) =>
    `/api/happenings/${id}/tickets/${ticket?.id ?? ''}`
  expect(toRefusal(await member('DELETE', path(free)))).toEqual([403, 'forbidden'])
  expect(toRefusal(await call('DELETE', path(used)))).toEqual([409, 'already_checked_in'])
  expect((await call('DELETE', path(free))).status).toBe(204)
  expect(toRefusal(await call('DELETE', path(free)))).toEqual([404, 'not_found'])
  expect(toRefusal(await checkIn(codes[1] ?? ''))).toEqual([404, 'not_found'])
})

/** Returns the queued mails about void tickets to an address. */
const listVoidMails = (email: string) =>
  harness.deps.db
    .selectFrom('mail_queue')
    .select('subject')
    .where('recipient', '=', email)
    .where('key', 'like', 'ticket-void:%')
    .execute()

test('mails the holder once when an admin cancels a ticket, in the language of the organisation', async () => {
  const { call, id, codes, email } = await sold(2)
  harness.configure(call.orgId, { locale: 'de-DE' })
  const { body } = await call('GET', `/api/happenings/${id}/tickets`)
  const [ticket, other] = body['items'] as unknown as Array<{ id: string; code: string }>
  const cancel = () => call('DELETE', `/api/happenings/${id}/tickets/${ticket?.id}`)
  expect((await cancel()).status).toBe(204)
  expect((await cancel()).status).toBe(404)
  expect(await listVoidMails(email)).toEqual([
    { subject: 'Nicht mehr gültig: Ihr Ticket für Open day' },
  ])
  const mail = await eventually(async () => {
    const found = (await mailsTo(harness, email)).find(({ subject }) =>
      subject.startsWith('Nicht mehr'),
    )
    if (found === undefined) throw new Error('not sent yet')
    return found
  })
  const written = (code = '') => code.match(/.{4}/g)?.join('-')
  expect(codes).toContain(ticket?.code)
  expect(mail.text).toContain(written(ticket?.code))
  expect(mail.text).not.toContain(written(other?.code))
})

test('mails nobody when the event of a cancelled ticket has ended', async () => {
  const { call, id, email } = await sold()
  const past = { startsAt: inADay(-3), endsAt: inADay(-2) }
  expect((await call('PATCH', `/api/happenings/${id}`, past)).status).toBe(200)
  const { body } = await call('GET', `/api/happenings/${id}/tickets`)
  const [ticket] = body['items'] as unknown as Array<{ id: string }>
  expect((await call('DELETE', `/api/happenings/${id}/tickets/${ticket?.id}`)).status).toBe(204)
  expect(await listVoidMails(email)).toEqual([])
})

test("draws a QR code of the ticket's code", async () => {
  const { code } = await sold()
  const answer = await harness.request(`/api/public/tickets/${code}/picture`, {})
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  const { data, info } = await sharp(Buffer.from(answer.text), { density: 300 })
    .resize(400, 400)
    .flatten({ background: 'white' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(code)
  const held = await harness.request(`/api/public/tickets/${code}`, {})
  expect(held.body).toMatchObject({
    code,
    title: 'Open day',
    ticketType: 'Entry',
    checkedInAt: null,
  })
  expect((await harness.request('/api/public/tickets/0000000000000000/picture', {})).status).toBe(
    404,
  )
})

test('exports a line per ticket, and no cell as a formula', async () => {
  const selling = await aHappening(harness)
  const codes = toCodes(await orderAndConfirm(harness, selling, { quantity: 3, name: '=cmd()' }))
  const { text, headers } = await selling.call('GET', `/api/happenings/${selling.id}/tickets.csv`)
  expect(headers.get('content-type')).toContain('text/csv')
  const lines = text.trimEnd().split('\r\n')
  expect(lines[0]).toBe('code,name,email,ticketType,orderedAt,checkedInAt,orderId')
  expect(
    lines
      .slice(1)
      .map((line) => line.split(',')[0])
      .sort(),
  ).toEqual(codes.toSorted())
  expect(lines[1]?.split(',')[1]).toBe("'=cmd()")
})

test('prints the guests in the order of their names, for members of the organisation only', async () => {
  const selling = await aHappening(harness)
  const hostile = '<script>alert(1)</script>'
  for (const name of ['zoe', 'Ada', hostile]) await order(harness, selling, { name })
  const path = `/api/happenings/${selling.id}/door-list`
  const page = await harness.as('member', selling.call.orgId)('GET', path)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-/,
  )
  expect(page.text).not.toContain('<script')
  const names = [...page.text.matchAll(/<td dir="auto">(.*?)<\/td><td dir/g)].map(
    ([, name]) => name,
  )
  expect(names).toEqual(['&lt;script&gt;alert(1)&lt;/script&gt;', 'Ada', 'zoe'])
  expect(page.text).toContain('3 tickets')
  expect((await harness.as('member')('GET', path)).status).toBe(404)
  expect((await harness.request(path, {})).status).toBe(401)
})

test('separates the cells as a spreadsheet in the organisation’s language reads them', async () => {
  const selling = await aHappening(harness)
  await orderAndConfirm(harness, selling, { quantity: 1, name: 'Ada; Bo' })
  const path = `/api/happenings/${selling.id}/tickets.csv`
  const read = async (query = '') => (await selling.call('GET', `${path}${query}`)).text
  expect(await read()).toContain('code,name,')
  harness.configure(selling.call.orgId, { locale: 'de-DE' })
  const german = await read()
  expect(german).toContain('code;name;')
  expect(german).toContain(';"Ada; Bo";')
  expect(await read('?separator=,')).toContain('code,name,')
  expect(await read('?separator=tab')).toContain('code\tname\t')
  expect((await selling.call('GET', `${path}?separator=x`)).status).toBe(400)
})
