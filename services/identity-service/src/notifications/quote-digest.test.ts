import { newId, QuoteSubmitted } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import { afterAll, expect, test } from 'vitest'
import { type Founder, startHarness } from '../../test/harness.ts'
import { sendQuoteDigests } from './quote-digest.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

async function request({ userId: ownerId, orgId }: Founder, name: string): Promise<void> {
  const id = newId('evt')
  const data = {
    taskId: newId('task'),
    ownerId,
    name,
    email: 'ana@visitors.example',
    message: 'How much?',
  }
  const event = { id, type: QuoteSubmitted.type, orgId, occurredAt: new Date().toISOString(), data }
  const subject = harness.bus.subject(`events.${orgId}.${QuoteSubmitted.type}`)
  await harness.bus.js.publish(subject, JSON.stringify(event))
  await eventually(async () => {
    const { rows } = await harness.rows(`select 1 from quote_digest where event_id = '${id}'`)
    expect(rows).toHaveLength(1)
  })
}
const endDay = () =>
  harness.rows(`update quote_digest set received_at = received_at - interval '1 day'`)
const send = (quoteRecipient?: string) =>
  sendQuoteDigests({
    db: harness.db,
    logger: harness.bus.logger,
    config: { quoteRecipient, dashboardUrl: 'http://localhost:5000' },
  })
async function digests({ orgId }: Founder) {
  const { rows } = await harness.rows<{ recipient: string; subject: string }>(
    `select recipient, subject from mail_queue where key like 'quote-digest:%' and org_id = '${orgId}'`,
  )
  return rows
}
const setAddress = ({ userId }: Founder, address: string) =>
  harness.rows(
    `insert into user_settings (user_id, notification_email) values ('${userId}', '${address}')`,
  )

test("mails a day's quote requests once when the day has ended", async () => {
  const owner = await harness.founder('Owner')
  await setAddress(owner, 'inbox@example.test')
  await request(owner, 'Ana')
  await request(owner, 'Ben')
  await send('desk@example.test')
  expect(await digests(owner)).toEqual([])
  await endDay()
  await Promise.all([send('desk@example.test'), send('desk@example.test')])
  const subject = expect.stringMatching(/^2 new quote requests for /)
  expect(await digests(owner)).toEqual([{ recipient: 'inbox@example.test', subject }])
  await send('desk@example.test')
  expect(await digests(owner)).toHaveLength(1)
})

test("falls back to the operator's address if the owner set none or has left", async () => {
  const [plain, gone] = [await harness.founder('Plain'), await harness.founder('Gone')]
  await harness.invite(gone, 'owner')
  await setAddress(gone, 'left@example.test')
  await request(plain, 'Ana')
  await request(gone, 'Ben')
  await harness.rows(`delete from member where "userId" = '${gone.userId}'`)
  await endDay()
  await send('desk@example.test')
  for (const owner of [plain, gone]) {
    expect((await digests(owner)).map(({ recipient }) => recipient)).toEqual(['desk@example.test'])
  }
})

test('mails nothing if no address is configured', async () => {
  const owner = await harness.founder('Owner')
  await request(owner, 'Ana')
  await endDay()
  await send()
  expect(await digests(owner)).toEqual([])
  expect((await harness.rows('select 1 from quote_digest')).rows).toEqual([])
})
