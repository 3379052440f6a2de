import { expect, test } from 'vitest'
import { newTicketCode } from './ticket-code.ts'
import { cancelledMails, confirmMail, ticketMail, voidedMail, waitingMail } from './ticket-mail.ts'

const at = new Date('2030-05-01T18:00:00.000Z')
const happening = {
  id: 'hap_1',
  org_id: 'org_1',
  slug: 'open-day',
  title: 'Open\nday',
  place: 'Harbour 4\nBcc: x',
  starts_at: at,
  ends_at: null,
  time_zone: 'Europe/Paris',
  description: '',
  picture_url: null,
  published: true,
  version: 1,
  created_at: at,
  updated_at: at,
}
const place = { language: 'en', dashboardUrl: 'https://app.example' } as const
const order = {
  id: 'ord_1',
  quantity: 1,
  name: 'Ada\nhttps://bad.example',
  email: 'ada@visitors.example',
}

test("names title, time in the event's named zone, venue and code, and lets no visitor's text add a line", () => {
  const code = newTicketCode()
  const mail = ticketMail(happening, order, [{ code }], place)
  expect(mail).toMatchObject({
    key: 'ticket:ord_1',
    recipient: order.email,
    subject: 'Your ticket: Open day',
  })
  expect(mail.text.split('\n').slice(0, 7)).toEqual([
    'Hello Ada https bad\u2024example,',
    '',
    'this is your ticket for Open day:',
    '',
    'Wednesday, 1 May 2030 at 20:00, Europe/Paris',
    'Harbour 4 Bcc: x',
    '',
  ])
  expect(mail.text).toContain(`\nhttps://app.example/ticket/${code}\n`)
  expect(mail.text).toContain(code.match(/.{4}/g)?.join('-'))
  expect(mail.html).toContain(`<img src="cid:ticket-${code}"`)
  expect(mail.html).toContain(`href="https://app.example/ticket/${code}"`)
  expect(mail.html).not.toContain('https://bad.example')
})

test("puts the confirmation link in a pending order's mail and no link from the visitor", () => {
  const visitor = { ...order, quantity: 3, name: 'Win at bad.example/now' }
  const mail = confirmMail(happening, visitor, 'the-token', place)
  expect(mail.subject).toBe('Confirm your order: Open day')
  expect(mail.text).toContain('https://app.example/order/ord_1?token=the-token&language=en\n')
  expect(mail.text).not.toContain('bad.example')
})

test('makes different codes of 16 characters that are hard to confuse', () => {
  const codes = Array.from({ length: 1_000 }, newTicketCode)
  expect(new Set(codes).size).toBe(1_000)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
})

test.each([
  ['fr', 'Votre billet', 'mercredi 1 mai 2030', 'liste d’attente', 'Annulé', 'Plus valable'],
  ['de', 'Ihr Ticket', 'Mittwoch, 1. Mai 2030', 'Warteliste', 'Abgesagt', 'Nicht mehr gültig'],
  [
    'es',
    'Su entrada',
    'miércoles, 1 de mayo de 2030',
    'lista de espera',
    'Cancelado',
    'Ya no es válida',
  ],
] as const)(
  'writes mails in the language of the organisation: %s',
  (language, ticket, date, waiting, cancelled, noLonger) => {
    const voice = { ...place, language }
    const mail = ticketMail(happening, order, [{ code: newTicketCode() }], voice)
    expect([mail.subject, mail.text]).toEqual([
      expect.stringContaining(ticket),
      expect.stringContaining(date),
    ])
    const entry = { ...order, code: newTicketCode() }
    const waits = waitingMail(happening, 'Entry', entry, voice)
    expect(waits.subject).toContain(waiting)
    expect(waits.text).toContain(`https://app.example/waiting/${entry.code}\n`)
    expect(cancelledMails(happening, voice)('a@b.example').subject).toContain(cancelled)
    const tickets = { key: 'tkt_1', codes: [entry.code], isRefunded: true }
    const voided = voidedMail(happening, order, tickets, voice)
    expect([voided.subject, voided.text]).toEqual([
      expect.stringContaining(noLonger),
      expect.stringContaining(date),
    ])
    for (const { text } of [mail, waits, voided]) expect(text).not.toContain('{')
  },
)

test('names each void ticket and the refund when several were cancelled', () => {
  const codes = [newTicketCode(), newTicketCode()]
  const mail = voidedMail(happening, order, { key: 'ord_1', codes, isRefunded: true }, place)
  expect(mail).toMatchObject({
    key: 'ticket-void:ord_1',
    recipient: order.email,
    subject: 'No longer valid: your tickets for Open day',
  })
  for (const code of codes) expect(mail.text).toContain(code.match(/.{4}/g)?.join('-'))
  expect(mail.text).toContain('these 2 tickets for Open day')
  expect(mail.text).toContain('Your payment was refunded.')
  expect(mail.text).not.toContain('bad.example')
})

test('sends one cancellation mail per address if its case differs', () => {
  const mailFor = cancelledMails(happening, { language: 'en' })
  const keys = ['a@b.example', 'A@b.example'].map((email) => mailFor(email).key)
  expect(new Set(keys).size).toBe(1)
})
