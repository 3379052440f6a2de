import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  EstimateDecided,
  newId,
  OrgMemberJoined,
  PaymentReversed,
  QuoteSubmitted,
  SaleRefused,
  SchedulePriceChanged,
  UserSignedUp,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { oneLine } from '@atrium/mailer'
import { eventually } from '@atrium/testkit'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { password, startHarness } from '../../test/harness.ts'

interface CapturedMail {
  to: string
  subject: string
  text: string
  html?: string
}

const harness = await startHarness({ ADMIN_EMAILS: 'boss@example.test, Second@Example.test' })
afterAll(() => harness.stop())

async function mails(): Promise<CapturedMail[]> {
  const files = (await readdir(harness.outbox)).filter((file) => file.endsWith('.json'))
  return Promise.all(
    files.map(
      async (file) =>
        JSON.parse(await readFile(join(harness.outbox, file), 'utf8')) as CapturedMail,
    ),
  )
}
const mailsAbout = async (text: string, subject: RegExp) =>
  (await mails()).filter(
    (mail) => subject.test(mail.subject) && `${mail.subject}${mail.text}`.includes(text),
  )
const linkIn = (mail: CapturedMail | undefined): URL =>
  new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '')

const consumers = [
  'signup-notice',
  'verify-address',
  'invitation-mail',
  'member-joined-notice',
  'estimate-decided-notice',
  'price-change-notice',
  'quote-notice',
  'sale-refused-notice',
]

/** Waits until no event or mail is in progress, so a missing mail means something. */
const settled = () =>
  eventually(async () => {
    const waiting = await harness.db.selectFrom('outbox').select('id').execute()
    for (const name of consumers) {
      const info = await harness.bus.jsm.consumers.info(
        harness.bus.stream('EVENTS'),
        `identity-${name}`,
      )
      expect(info.num_pending + info.num_ack_pending, name).toBe(0)
    }
    const queued = await harness.db
      .selectFrom('mail_queue')
      .select('key')
      .where('status', '=', 'queued')
      .execute()
    expect([...waiting, ...queued]).toEqual([])
  }, 15_000)

test('mails every administrator once when a user signs up', async () => {
  const ada = await harness.signUp('Ada')
  await eventually(async () => {
    const mails = await mailsAbout(ada.email, /New signup: Ada/)
    expect(mails.map((mail) => mail.to).sort()).toEqual([
      'boss@example.test',
      'second@example.test',
    ])
  })
})

test('mails nobody when an administrator signs up', async () => {
  const other = await harness.signUp('Before')
  const boss = await harness.signUp('The boss', 'BOSS@example.test')
  const after = await harness.signUp('After')
  await eventually(async () => expect(await mailsAbout(after.email, /New signup/)).toHaveLength(2))
  await settled()
  expect(await mailsAbout(other.email, /New signup/)).toHaveLength(2)
  expect(await mailsAbout(boss.email.toLowerCase(), /New signup/)).toEqual([])
})

test('mails an invitation with its id, and mails it again when it is resent', async () => {
  const owner = await harness.founder('Grace\r\nBcc: everybody@example.test')
  const guest = await harness.signUp('Guest')
  const body = { email: guest.email, role: 'member' }
  await owner.post('/api/auth/organization/invite-member', body)
  const [mail] = await eventually(async () => {
    const found = await mailsAbout(guest.email, /invites you/)
    expect(found).toHaveLength(1)
    return found
  })
  expect(mail?.to).toBe(guest.email)
  expect(mail?.subject).toBe('Grace Bcc: everybody@example\u2024test invites you to Org')
  const id = linkIn(mail).searchParams.get('id')
  expect(linkIn(mail).origin).toBe('http://localhost:5000')
  expect(linkIn(mail).searchParams.get('email')).toBe(guest.email)
  await owner.post('/api/auth/organization/invite-member', { ...body, resend: true })
  await eventually(async () => expect(await mailsAbout(guest.email, /invites you/)).toHaveLength(2))
  const accepted = await guest.post('/api/auth/organization/accept-invitation', {
    invitationId: id,
  })
  expect(accepted.status).toBe(200)
})

test("mails only the org's owners and admins when a member joins", async () => {
  const owner = await harness.founder('Owner')
  const admin = await harness.invite(owner, 'admin')
  const member = await harness.invite(owner, 'member')
  const joined = await harness.invite(owner, 'member')
  await eventually(async () => {
    const mails = await mailsAbout(joined.email, /joined Org/)
    expect(mails.map((mail) => mail.to).sort()).toEqual([admin.email, owner.email].sort())
  })
  await settled()
  const all = await mails()
  expect(all.filter((mail) => mail.to === member.email && /joined/.test(mail.subject))).toEqual([])
  expect(await mailsAbout(owner.email, /joined/)).toEqual([])
})

test('resets a forgotten password once with the mailed link, and ends every session', async () => {
  const ada = await harness.signUp('Ada')
  const asked = await harness
    .browser()
    .post('/api/auth/request-password-reset', { email: ada.email })
  const unknown = await harness
    .browser()
    .post('/api/auth/request-password-reset', { email: 'nobody@example.test' })
  expect(asked.status).toBe(200)
  expect(unknown.text).toBe(asked.text)
  const mail = await eventually(async () => {
    const found = (await mails()).find(
      (each) => each.to === ada.email && /Reset/.test(each.subject),
    )
    expect(found).toBeDefined()
    return found
  })
  const link = linkIn(mail)
  expect(`${link.origin}${link.pathname}`).toBe('http://localhost:5000/reset-password')
  const token = link.searchParams.get('token')
  const reset = (newPassword: string) =>
    harness.browser().post('/api/auth/reset-password', { token, newPassword })
  expect((await reset('short')).status).toBe(400)
  expect((await reset('another long password')).status).toBe(200)
  expect((await reset('yet another password')).status).toBe(400)
  expect((await harness.resolve({ sessionCookie: ada.session() })).outcome).toBe('rejected')
  const signIn = (secret: string) =>
    harness.browser().post('/api/auth/sign-in/email', { email: ada.email, password: secret })
  expect((await signIn(password)).status).toBe(401)
  expect((await signIn('another long password')).status).toBe(200)
  await settled()
  expect((await mails()).filter((each) => each.to === 'nobody@example.test')).toEqual([])
})

test("verifies the address with the first mail's link and leads to the dashboard", async () => {
  const ada = await harness.signUp('Ada')
  const mail = await eventually(async () => {
    const found = (await mails()).find(
      (each) => each.to === ada.email && /Confirm/.test(each.subject),
    )
    expect(found).toBeDefined()
    return found
  })
  const link = linkIn(mail)
  const answer = await ada.get(`${link.pathname}${link.search}`)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('http://localhost:5000')
  const verified = await harness.db
    .selectFrom('user')
    .select('emailVerified')
    .where('id', '=', ada.userId)
    .executeTakeFirstOrThrow()
  expect(verified.emailVerified).toBe(true)
})

test('mails once when an event is delivered twice', async () => {
  const owner = await harness.founder('Owner')
  await settled()
  const before = (await mails()).length
  const data = { userId: 'usr_x', name: 'Twice', email: 'twice@example.test', isAdmin: false }
  const joined = {
    orgId: owner.orgId,
    userId: 'usr_x',
    name: 'T',
    email: 'twice@example.test',
    role: 'member',
  }
  await inTransaction(harness.db, undefined, async (tx) => {
    await emit(tx, UserSignedUp, null, data)
    await emit(tx, OrgMemberJoined, owner.orgId, joined)
    const price = {
      offerId: 'off_x',
      name: 'Care twice',
      price: '120.00 EUR a month',
      schedules: 2,
    }
    await emit(tx, SchedulePriceChanged, owner.orgId, price)
  })
  await eventually(async () => expect(await mails()).toHaveLength(before + 4))
  const [notice] = await mailsAbout('2 subscriptions', /^Care twice now costs 120.00 EUR a month$/)
  expect([notice?.to, linkIn(notice).pathname]).toEqual([owner.email, '/subscriptions'])
  // JetStream drops a message with the same message id within two minutes. A redelivery carries no
  // id.
  const stream = harness.bus.stream('EVENTS')
  const { state } = await harness.bus.jsm.streams.info(stream)
  for (const seq of [state.last_seq, state.last_seq - 1, state.last_seq - 2]) {
    const message = await harness.bus.jsm.streams.getMessage(stream, { seq })
    if (message !== null) await harness.bus.js.publish(message.subject, message.data)
  }
  await settled()
  expect(await mails()).toHaveLength(before + 4)
})

test("mails the org's owners and admins when a visitor asks for a quote", async () => {
  const owner = await harness.founder('Owner')
  const admin = await harness.invite(owner, 'admin')
  const member = await harness.invite(owner, 'member')
  const quote = {
    taskId: 'task_1',
    ownerId: owner.userId,
    email: 'ana@visitors.example',
    name: 'Ana https://bad.example',
    message: 'How much for 200 flyers?',
  }
  const event = { id: newId('evt'), type: QuoteSubmitted.type, orgId: owner.orgId, data: quote }
  await harness.bus.js.publish(
    harness.bus.subject(`events.${owner.orgId}.${QuoteSubmitted.type}`),
    JSON.stringify({ ...event, occurredAt: new Date().toISOString() }),
  )
  const found = await eventually(async () => {
    const about = await mailsAbout('200 flyers', /^Quote request from Ana/)
    expect(about.map(({ to }) => to).sort()).toEqual([admin.email, owner.email].sort())
    return about
  })
  await settled()
  expect(
    (await mails()).filter(({ to, subject }) => to === member.email && /Quote/.test(subject)),
  ).toEqual([])
  expect(found[0]).toMatchObject({ replyTo: 'ana@visitors.example' })
  expect(found[0]?.text).toContain('/board?card=task_1')
  expect(`${found[0]?.subject}${found[0]?.text}`).not.toContain('bad.example')
})

test('mails owners and admins when a customer disputes a payment', async () => {
  const owner = await harness.founder('Owner')
  const admin = await harness.invite(owner, 'admin')
  const member = await harness.invite(owner, 'member')
  const dispute = {
    change: 'disputed' as const,
    name: 'INV-2026-000042',
    amount: '120.00 EUR',
    invoiceId: 'inv_42',
    reason: 'product not received',
  }
  await inTransaction(harness.db, undefined, (tx) =>
    emit(tx, PaymentReversed, owner.orgId, dispute),
  )
  const found = await eventually(async () => {
    const about = await mailsAbout(
      'product not received',
      /^The customer disputes 120.00 EUR of INV-2026-000042$/,
    )
    expect(about.map(({ to }) => to).sort()).toEqual([admin.email, owner.email].sort())
    return about
  })
  expect(linkIn(found[0]).pathname).toBe('/invoices/inv_42')
  await settled()
  expect(
    (await mails()).filter(({ to, subject }) => to === member.email && /disputes/.test(subject)),
  ).toEqual([])
})

test.each([
  ['accepted', { name: 'Ada <Quay>', reason: null }, 'Accepted by: Ada <Quay>'],
  ['declined', { name: null, reason: 'See http://bad.example' }, 'Reason: See'],
] as const)(
  'mails owners and admins when a customer %s an estimate',
  async (decision, more, said) => {
    const owner = await harness.founder('Owner')
    const admin = await harness.invite(owner, 'admin')
    await harness.invite(owner, 'member')
    const number = `EST-2026-${decision}`
    const estimate = {
      estimateId: 'est_7',
      number,
      decision,
      customerName: 'Harbour Bakery',
      amount: '120.00 EUR',
      ...more,
    }
    await inTransaction(harness.db, undefined, (tx) =>
      emit(tx, EstimateDecided, owner.orgId, estimate),
    )
    const found = await eventually(async () => {
      const about = await mailsAbout(number, new RegExp(`^Harbour Bakery ${decision} the estimate`))
      expect(about.map(({ to }) => to).sort()).toEqual([admin.email, owner.email].sort())
      return about
    })
    expect(linkIn(found[0]).pathname).toBe('/estimates/est_7')
    expect(found[0]?.text).toContain(said)
    expect(found[0]?.html).toContain('Open the estimate</a>')
    expect(found[0]?.html).not.toContain('<Quay>')
    expect(found[0]?.text).not.toContain('bad.example')
  },
)

test.each([
  ['charges_not_enabled', '/settings/payments', 'cannot take payments'],
  ['account_mismatch', '/products/off_1', 'save it again'],
  ['something_new', '/products/off_1', 'did not open the payment page'],
])('mails owners what to do when nobody can buy because of %s', async (code, path, said) => {
  const owner = await harness.founder('Owner')
  await harness.invite(owner, 'member')
  const name = `Oak table ${code}`
  await inTransaction(harness.db, undefined, (tx) =>
    emit(tx, SaleRefused, owner.orgId, { offerId: 'off_1', name, code }),
  )
  const found = await eventually(async () => {
    const about = await mailsAbout(name, /^A customer could not buy/)
    expect(about.map(({ to }) => to)).toEqual([owner.email])
    return about
  })
  expect(linkIn(found[0]).pathname).toBe(path)
  expect(found[0]?.text).toContain(said)
  expect(found[0]?.html).toContain('<a href=')
})

test('clears the text of a mail when it is sent', async () => {
  await harness.signUp('Ada')
  await settled()
  const rows = await harness.db.selectFrom('mail_queue').select(['status', 'text']).execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every((row) => row.status === 'captured' && row.text === '')).toBe(true)
})

test('limits a name to one line and its maximum length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const line = oneLine(name, 80)
      expect(
        [...line].every(
          (character) => character >= ' ' && !'\u2028\u2029\u0085'.includes(character),
        ),
      ).toBe(true)
      expect(line.length).toBeLessThanOrEqual(80)
    }),
  )
})
