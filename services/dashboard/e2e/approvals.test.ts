import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@atrium/testkit'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { callApi } from './api.ts'
import { drawn, edgeBetween, inspector, nodeAt } from './drawing.ts'
import { expectFineInEveryLook } from './looks.ts'
import { enter, signUp } from './person.ts'
import { test } from './story.ts'

/** Creates a workflow that asks this member before it adds a card. Returns its API path. */
async function createAsking(page: Page, to: string, message: string, hours = 48): Promise<string> {
  const ask = { to, message, expiresInHours: hours }
  const card = (title: string) => ({ title })
  const graph = {
    nodes: [
      nodeAt('start', 'trigger.manual', 'Start', { x: 0 }),
      nodeAt('ask', 'ask_approval', 'Ask the owner', { x: 320, params: ask }),
      nodeAt('yes', 'create_card', 'Do it', { x: 640, params: card('Send the offer') }),
      nodeAt('no', 'create_card', 'Leave it', { x: 640, y: 160, params: card('Offer declined') }),
      nodeAt('late', 'create_card', 'Ask again', { x: 640, y: 320, params: card('Offer expired') }),
    ],
    edges: [
      edgeBetween('start', 'ask'),
      edgeBetween('ask', 'yes', 'approved'),
      edgeBetween('ask', 'no', 'declined'),
      edgeBetween('ask', 'late', 'expired'),
    ],
  }
  const made = await callApi(page, 'POST', '/api/workflows', { name: 'Offers', graph })
  expect(made.status).toBe(201)
  return `/api/workflows/${String(made.body['id'])}`
}

const offer = { customerName: 'Kunsthalle', totalAmount: '€1,586.28', dueOn: '2031-05-04' }

async function startRun(page: Page, path: string): Promise<void> {
  const { status } = await callApi(page, 'POST', `${path}/run`, { input: offer })
  expect(status).toBe(202)
}

const cardTitles = async (page: Page): Promise<string[]> => {
  const { body } = await callApi(page, 'GET', '/api/tasks?limit=100')
  return (body['items'] as { title: string }[]).map(({ title }) => title)
}

/** Returns the link in the newest mail about this question. */
const linkIn = (message: string): Promise<string> =>
  eventually(async () => {
    const outbox = join(inject('platform').home, 'outbox')
    const names = (await readdir(outbox)).filter((name) => name.endsWith('.json'))
    const files = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
    const mails = files.map((text) => JSON.parse(text) as { text: string; html?: string })
    const mail = mails.find(({ text }) => text.includes(message))
    const link = /https?:\/\/\S+\/approvals\/\S+/.exec(mail?.text ?? '')?.[0]
    if (link === undefined) throw new Error('No mail has this link yet')
    expect(mail?.html).toContain('Review and decide')
    return link
  })

test('continues a run when the mail’s link is opened without a session and confirmed', async ({
  page,
  open,
}) => {
  const { email } = await enter(page)
  expect(await page.getByRole('link', { name: 'Approvals' }).count()).toBe(0)
  // The mail changes addresses in the question, so that no mail program makes links of them.
  const message = `Send the offer of ${email.replace(/@.*/, '')}?`
  await startRun(page, await createAsking(page, email, message))
  const link = await linkIn(message)

  // A scanner opens the link. Nothing is decided.
  const reader = await open()
  await reader.goto(link)
  await reader.getByRole('heading', { name: 'Your decision is needed' }).waitFor()
  await reader.getByText(message).waitFor()
  await reader.getByText('€1,586.28').waitFor()
  await reader.getByLabel('Note').fill('Please on Monday')
  await expectFineInEveryLook(reader, 'approval-asked')
  await reader.getByRole('button', { name: 'Approve', exact: true }).click()
  await reader.getByText('Approve this?').waitFor()
  await expectFineInEveryLook(reader, 'approval-confirm')
  await page.getByText('1 question waits for your decision').waitFor()
  expect(await cardTitles(page)).toEqual([])
  await reader.getByRole('button', { name: 'Yes, approve' }).click()
  await reader.getByText('The workflow continues.').waitFor()
  await eventually(async () => expect(await cardTitles(page)).toEqual(['Send the offer']))

  await reader.goto(link)
  await reader.getByRole('heading', { name: 'Already decided' }).waitFor()
  await expectFineInEveryLook(reader, 'approval-decided')
  await page.getByText('1 question waits for your decision').waitFor({ state: 'detached' })
})

test('shows a question in the organisation’s look and language to somebody without a session', async ({
  page,
  open,
}) => {
  const { email } = await enter(page)
  const settings = {
    locale: 'de-DE',
    publicName: 'Hafenbäckerei',
    brandColor: '#005f73',
    imprint: 'Hafenbäckerei GmbH\nKai 1, Hamburg',
    privacyUrl: 'https://harbour.example/datenschutz',
  }
  expect((await callApi(page, 'PATCH', '/api/settings', settings)).status).toBe(200)
  const message = `Angebot von ${email.replace(/@.*/, '')} senden?`
  await startRun(page, await createAsking(page, email, message))
  const reader = await open()
  await reader.goto(await linkIn(message))
  await reader.getByRole('heading', { name: 'Ihre Entscheidung ist gefragt' }).waitFor()
  expect(await reader.locator('html').getAttribute('lang')).toBe('de')
  expect(await reader.title()).toBe('Ihre Entscheidung ist gefragt · Hafenbäckerei')
  expect(await reader.getByRole('banner').textContent()).toBe('Hafenbäckerei')
  const foot = reader.getByRole('contentinfo')
  await foot.getByText('Kai 1, Hamburg').waitFor()
  expect(await foot.getByRole('link', { name: 'Datenschutz' }).getAttribute('href')).toBe(
    settings.privacyUrl,
  )
  await expectFineInEveryLook(reader, 'approval-own-look')
  await reader.getByRole('button', { name: 'Zustimmen' }).click()
  await reader.getByRole('button', { name: 'Ja, zustimmen' }).click()
  await reader.getByText('Vielen Dank.').waitFor()
  await eventually(async () => expect(await cardTitles(page)).toEqual(['Send the offer']))
})

test('declines a question that Home and the page Approvals show', async ({ page }) => {
  const { email } = await enter(page)
  const message = 'Send the offer to Kunsthalle?'
  await startRun(page, await createAsking(page, email, message))
  await page.getByRole('link', { name: /1 question waits for your decision/ }).click()
  await page.getByRole('heading', { name: 'Approvals' }).waitFor()
  await page.getByRole('link', { name: 'Approvals', exact: true }).waitFor()
  const card = page.getByRole('article')
  await card.getByText(message).waitFor()
  await card.getByText('Customer name').waitFor()
  await expectFineInEveryLook(page, 'approvals')
  await card.getByLabel('Note').fill('Too expensive')
  await card.getByRole('button', { name: 'Decline' }).click()
  await card.getByRole('button', { name: 'Back' }).click()
  await card.locator('button:focus', { hasText: 'Decline' }).waitFor()
  await card.getByRole('button', { name: 'Decline' }).click()
  await card.getByRole('button', { name: 'Yes, decline' }).click()
  await page.getByText('No open questions').waitFor()
  await eventually(async () => expect(await cardTitles(page)).toEqual(['Offer declined']))
  await page.getByText('All', { exact: true }).click()
  await card.getByText('Declined by Owner: Too expensive').waitFor()
  await expectFineInEveryLook(page, 'approvals-all')
})

test('shows a question as expired when nobody decided in time', async ({ page }) => {
  const { email } = await signUp(page)
  await startRun(page, await createAsking(page, email, 'Send it quickly?', 0.0005))
  await eventually(async () => expect(await cardTitles(page)).toEqual(['Offer expired']))
  await page.goto('/approvals?show=all')
  await page.getByRole('article').getByText('Expired', { exact: true }).waitFor()
  await page.goto('/approvals/apr_unknown?token=wrong')
  await page.getByRole('heading', { name: 'This question is closed' }).waitFor()
})

test('shows all items of a question, and how many are left out if there are more than 100', async ({
  page,
}) => {
  const { email } = await signUp(page)
  const ask = { to: email, message: 'Print these?', expiresInHours: 48 }
  const graph = {
    nodes: [
      nodeAt('start', 'trigger.manual', 'Start', { x: 0 }),
      nodeAt('split', 'split', 'Split', { x: 320, params: { field: 'names', separator: ',' } }),
      nodeAt('ask', 'ask_approval', 'Ask the owner', { x: 640, params: ask }),
    ],
    edges: [edgeBetween('start', 'split'), edgeBetween('split', 'ask')],
  }
  const made = await callApi(page, 'POST', '/api/workflows', { name: 'Prints', graph })
  const names = Array.from({ length: 102 }, (_, at) => `Print ${at + 1}`).join(',')
  const run = `/api/workflows/${String(made.body['id'])}/run`
  expect((await callApi(page, 'POST', run, { input: { names } })).status).toBe(202)
  await page.goto('/approvals')
  const items = page.getByRole('list', { name: 'Items' }).getByRole('listitem')
  await page.getByText('More items that wait for your decision and are not shown: 2').waitFor()
  expect(await items.count()).toBe(5)
  await page.getByRole('button', { name: 'Show all 100 items' }).click()
  await expect.poll(() => items.count()).toBe(100)
})

test('shows a question that was asked before the page could receive events', async ({ page }) => {
  const { email } = await signUp(page)
  const path = await createAsking(page, email, 'Send it unseen?')
  const { promise: held, resolve: connect } = Promise.withResolvers<void>()
  await page.route('**/api/events*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/approvals')
  await page.getByText('No open questions').waitFor()
  await startRun(page, path)
  await eventually(async () => {
    const { body } = await callApi(page, 'GET', '/api/approvals')
    expect(body['items']).toHaveLength(1)
  })
  connect()
  await page.getByRole('article').getByText('Send it unseen?').waitFor()
})

test('chooses the member who decides by name', async ({ page }) => {
  const { email } = await signUp(page)
  const path = await createAsking(page, '', 'Send the offer?')
  await page.goto(path.replace('/api', ''))
  await drawn(page, 'Ask the owner').click()
  const field = inspector(page, 'Ask the owner').getByRole('combobox', { name: 'To' })
  await field.click()
  await page.getByRole('option', { name: `Owner (${email})` }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await eventually(async () => {
    const { body } = await callApi(page, 'GET', path)
    expect(JSON.stringify(body['graph'])).toContain(email)
  })
  await startRun(page, path)
  await page.goto('/approvals')
  await page.getByText('Send the offer?').waitFor()
})

test('starts the chosen workflow when another one fails', async ({ page }) => {
  await signUp(page)
  const create = async (name: string, title: string) => {
    const graph = {
      nodes: [
        nodeAt('start', 'trigger.manual', 'Start', { x: 0 }),
        nodeAt('card', 'create_card', 'Add a card', { x: 320, params: { title } }),
      ],
      edges: [edgeBetween('start', 'card')],
    }
    const { body } = await callApi(page, 'POST', '/api/workflows', { name, graph })
    return `/api/workflows/${String(body['id'])}`
  }
  await create('Tell me', 'Failed: {{ $json.node }}')
  const failing = await create('Order flour', '{{ $json.missing }}')
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'Actions for Order flour' }).click()
  await page.getByRole('menuitem', { name: 'If it fails' }).click()
  const dialog = page.getByRole('dialog')
  const workflow = dialog.getByRole('combobox', { name: 'Start this workflow' })
  // The search runs on the platform, so it finds each of many workflows.
  const search = page.waitForRequest((request) => request.url().includes('q=Tell'))
  await workflow.fill('Tell')
  await search
  await page.getByRole('option', { name: 'Tell me' }).click()
  await expectFineInEveryLook(page, 'workflow-failure')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('A workflow starts when Order flour fails').waitFor()
  expect((await callApi(page, 'POST', `${failing}/run`)).status).toBe(202)
  await eventually(async () => expect(await cardTitles(page)).toEqual(['Failed: Add a card']))
})
