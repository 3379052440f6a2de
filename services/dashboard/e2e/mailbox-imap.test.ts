import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { drawn, edgeBetween, nodeAt } from './drawing.ts'
import { expectFineInEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

interface SandboxMail {
  readonly origin: string
  readonly user: string
  readonly password: string
  readonly imap: number
  readonly smtp: number
}

/** Reads where the sandbox's mailboxes are. Its origin is that of every consent page. */
async function findSandboxMail(page: Page): Promise<SandboxMail> {
  await page.goto('/api/connect/mailbox/start')
  const { origin } = new URL(page.url())
  const answer = await page.request.get(`${origin}/imap/servers`)
  return { origin, ...((await answer.json()) as Omit<SandboxMail, 'origin'>) }
}

test('connects a mailbox by IMAP, and a workflow triages its mail', async ({ page }) => {
  await signUp(page)
  const mail = await findSandboxMail(page)
  const box = `${mail.origin}/imap/boxes/${encodeURIComponent(mail.user)}`
  for (const [subject, text] of [
    ['Could you send the offer by Friday?', 'We need the offer for 12 sails.'],
    ['Our newsletter', 'Unsubscribe from our newsletter here.'],
  ] as const) {
    const form = { do: 'deliver', from: 'ada@example.com', subject, text }
    expect((await page.request.post(box, { form })).ok()).toBe(true)
  }

  await page.goto('/channels')
  await page.getByRole('button', { name: 'Connect a mailbox by IMAP' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mail address').fill('ada@gmail.com')
  await expect.poll(() => dialog.getByLabel('IMAP server').inputValue()).toBe('imap.gmail.com')
  await dialog.getByText('This provider wants an app password', { exact: false }).waitFor()
  await dialog.getByLabel('Mail address').fill(mail.user)
  await expect.poll(() => dialog.getByLabel('User name').inputValue()).toBe(mail.user)
  await expectFineInEveryLook(page, 'channels-imap')
  await dialog.getByLabel('Password', { exact: true }).fill('not-the-password')
  await dialog.getByLabel('IMAP server').fill('127.0.0.1')
  await dialog.getByLabel('IMAP port').fill(String(mail.imap))
  await dialog.getByLabel('SMTP server').fill('127.0.0.1')
  await dialog.getByLabel('SMTP port').fill(String(mail.smtp))
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await dialog.getByText('The IMAP server refused the sign-in', { exact: false }).waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(mail.password)
  await dialog.getByRole('button', { name: 'Connect' }).click()
  const connected = page.getByRole('list', { name: 'Connected accounts' })
  await connected.getByText(mail.user).waitFor()
  expect(await page.content()).not.toContain(mail.password)

  const { items } = (await callApi(page, 'GET', '/api/connectors')).body
  const [channel] = items as { id: string }[]
  const model = { provider: 'gateway', apiKey: 'sandbox-model-key' }
  expect((await callApi(page, 'POST', '/api/connect/model/manual', model)).status).toBe(201)
  const graph = {
    nodes: [
      nodeAt('start', 'trigger.manual', 'Start', { x: 0, params: {} }),
      nodeAt('read', 'read_mailbox', 'Read the mailbox', {
        x: 320,
        params: { connector: channel?.id, excludeLabel: 'sorted' },
      }),
      nodeAt('sort', 'triage', 'Sort the mail', { x: 640, params: {} }),
      nodeAt('label', 'tag', 'Label the mail', {
        x: 960,
        params: { connector: channel?.id, label: 'sorted' },
      }),
    ],
    edges: [
      edgeBetween('start', 'read'),
      edgeBetween('read', 'sort'),
      edgeBetween('sort', 'label', 'actionable'),
      edgeBetween('sort', 'label', 'dismissed'),
    ],
  }
  const made = await callApi(page, 'POST', '/api/workflows', { name: 'Sort my inbox', graph })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  await page.goto(`/workflows/${String(made.body['id'])}`)
  await drawn(page, 'Sort the mail').waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const bar = page.getByRole('status').filter({ hasText: 'Back to editing' })
  await bar.getByText('Completed').waitFor()
  await expect
    .poll(async () => {
      const cards = (await callApi(page, 'GET', '/api/tasks')).body['items']
      return (cards as { title: string }[]).map(({ title }) => title)
    })
    .toEqual([expect.stringContaining('offer')])
  await page.goto(box)
  await expect.poll(() => page.getByText('sorted').count()).toBeGreaterThan(1)
})
