import { eventually } from '@atrium/testkit'
import { afterAll, expect, test } from 'vitest'
import { createDraft, startHarness } from '../../test/harness.ts'
import { mailsTo } from '../../test/mails.ts'
import { aHappening, newAddress, order, readSeats, readToken, toCodes } from '../../test/tickets.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const get = (path: string) => harness.request(path, {})
const post = (path: string, fields: Record<string, string>) =>
  harness.request(path, { method: 'POST', body: new URLSearchParams(fields) })
const open = async (path: string) => {
  const answer = await fetch(harness.url + path, { redirect: 'manual' })
  return { status: answer.status, location: answer.headers.get('location') ?? '' }
}

const iban = 'DE89370400440532013000'

test('shows what is due on an invoice behind its link, and never below another organisation', async () => {
  const owner = harness.as('owner')
  await owner('PUT', '/api/invoicing/seller', { name: 'Quay GmbH', country: 'DE', iban })
  const id = await createDraft(owner, { note: 'Für <b>Ada</b>', dueDate: '2100-03-01' })
  const { body } = await owner('POST', `/api/invoicing/${id}/finalize`)
  const token = String(body['publicToken'])
  const slug = harness.name(owner.orgId)
  const link = await open(`/pay/${token}?utm=1`)
  expect(link).toEqual({ status: 302, location: `/p/${slug}/pay/${token}?utm=1` })
  const page = await get(`/p/${slug}/pay/${token}`)
  expect(page.status).toBe(200)
  expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('content-security-policy')).not.toContain('script-src')
  expect(page.text).toContain('DE89 3704 0044 0532 0130 00')
  expect(page.text).toContain('<svg class="qr"')
  expect(page.text).toContain('Für &lt;b&gt;Ada&lt;/b&gt;')
  expect(page.text).toContain(`/api/public/invoices/${token}/pdf`)
  expect(Buffer.byteLength(page.text)).toBeLessThan(50_000)
  const other = harness.name(harness.as('owner').orgId)
  expect((await get(`/p/${other}/pay/${token}`)).status).toBe(404)
  expect((await open(`/pay/${'0'.repeat(64)}`)).status).toBe(404)
  await owner('POST', `/api/invoicing/${id}/void`)
  const void_ = await get(`/p/${slug}/pay/${token}`)
  expect(void_.text).toContain('This invoice is void')
  expect(void_.text).not.toContain('DE89')
})

test('accepts an estimate once, only as it was read, and keeps what was typed when it has changed', async () => {
  const owner = harness.as('owner')
  const customer = await owner('POST', '/api/customers', {
    name: 'Hafen',
    email: 'konto@hafen.example',
    language: 'de',
  })
  const made = await owner('POST', '/api/estimates', {
    customerId: customer.body['id'],
    lineItems: [{ description: 'Segel', quantity: 2, unitAmountCents: 15_000 }],
    vatRateBps: 1_900,
  })
  const path = `/api/estimates/${String(made.body['id'])}`
  const sent = await owner('POST', `${path}/send`)
  const token = String(sent.body['publicToken'])
  const address = `/p/${harness.name(owner.orgId)}/estimates/${token}`
  expect((await open(`/estimate/${token}`)).location).toBe(address)
  const page = await get(address)
  expect(page.text).toContain('<html lang="de">')
  expect(page.text).toMatch(/357,00.€/)
  const version = (/name="version" value="([^"]+)"/.exec(page.text)?.[1] ?? '').replaceAll(
    '&quot;',
    '"',
  )
  const nameless = await post(address, { do: 'accept', version, name: '  ' })
  expect([nameless.status, nameless.text]).toEqual([
    409,
    expect.stringContaining('Bitte geben Sie einen Namen an'),
  ])
  const changed = await post(address, { do: 'accept', version: '"old"', name: 'Edda <i>' })
  expect([changed.status, changed.text]).toEqual([
    409,
    expect.stringContaining('hat sich inzwischen geändert'),
  ])
  expect(changed.text).toContain('value="Edda &lt;i&gt;"')
  const both = await Promise.all([
    post(address, { do: 'accept', version, name: 'Edda <i>' }),
    post(address, { do: 'accept', version, name: 'Edda <i>' }),
  ])
  for (const { status, text } of both) {
    expect(status).toBe(200)
    expect(text).toContain('Edda &lt;i&gt; hat dieses Angebot am')
  }
  expect((await owner('GET', path)).body).toMatchObject({
    status: 'accepted',
    acceptedBy: 'Edda <i>',
  })
  const other = harness.name(harness.as('owner').orgId)
  const foreign = await post(`/p/${other}/estimates/${token}`, { do: 'decline' })
  expect(foreign.status).toBe(404)
})

test('shows a ticket, and a waiting list entry that its holder can leave', async () => {
  const selling = await aHappening(harness, { name: 'Entry', capacity: 1 })
  const slug = selling.path.split('/').at(-2) ?? ''
  const [code = ''] = toCodes(await order(harness, selling, { name: 'Ada <b>' }))
  const { location } = await open(`/ticket/${code}`)
  expect(location).toBe(`/p/${slug}/tickets/${code}`)
  const page = await get(location)
  expect(page.text).toContain('Ada &lt;b&gt;')
  expect(page.text).toContain(`/api/public/tickets/${code}/picture`)
  await selling.call('POST', `/api/happenings/${selling.id}/check-in`, { code })
  expect((await get(location)).text).toContain('Used on')
  const other = harness.name(harness.as('owner').orgId)
  expect((await get(`/p/${other}/tickets/${code}`)).status).toBe(404)

  const email = newAddress()
  const form = { ticketTypeId: selling.typeId, quantity: '1', name: 'Ben', email, do: 'wait' }
  await post(`/p/${slug}/events/open-day`, form)
  const waiting = await eventually(async () => {
    const texts = (await mailsTo(harness, email)).map(({ text }) => text)
    const found = /\/waiting\/(\w+)/.exec(texts.join())?.[1]
    if (found === undefined) throw new Error('not sent yet')
    return found
  })
  const place = (await open(`/waiting/${waiting}`)).location
  expect((await get(place)).text).toContain('You are number 1 on the waiting list')
  expect((await post(`/p/${other}/waiting/${waiting}`, {})).status).toBe(404)
  expect((await post(place, {})).text).toContain('You no longer wait for tickets.')
  expect((await get(place)).status).toBe(404)
})

test('confirms an order with the button of its page, not when the link is opened', async () => {
  const selling = await aHappening(harness, { name: 'Entry', capacity: 9 })
  const email = newAddress()
  const held = await order(harness, selling, { email, quantity: 3 })
  const id = String(held.body['id'])
  const token = await readToken(harness, email, id)
  const { location } = await open(`/order/${id}?token=${token}&language=en`)
  const page = await get(location)
  expect(page.text).toContain('Confirm the order')
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 3 })
  const path = new URL(location, 'http://localhost').pathname
  expect((await post(path, { token: 'wrong' })).status).toBe(404)
  const confirmed = await post(path, { token })
  expect(confirmed.text.match(/\/tickets\/\w+/g)).toHaveLength(3)
  expect(await readSeats(selling)).toEqual({ sold: 3, held: 0 })
})
