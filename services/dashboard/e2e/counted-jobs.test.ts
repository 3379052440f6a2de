import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { connectPage } from './channels.ts'
import { posts } from './composing.ts'
import { countInteractions } from './interactions.ts'
import { enter } from './person.ts'
import { paintPictures } from './pictures.ts'
import { test } from './story.ts'

// How many clicks, typed fields and chosen files the usual jobs of a new organisation take. The
// first invoice and the first workflow without code are counted in their own stories.

type Counted = ReturnType<typeof countInteractions>

const atMost = (user: Counted, bound: number): void =>
  expect(user.done.length, user.done.join('\n')).toBeLessThanOrEqual(bound)

const sideBarLink = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).first()

test('takes at most eight interactions to sign up and create an organisation', async ({ page }) => {
  const user = countInteractions(page)
  await page.goto('/sign-up')
  await user.type(page.getByLabel('Name'), 'Owner')
  await user.type(page.getByLabel('Email'), `owner-${randomUUID().slice(0, 8)}@example.com`)
  await user.type(page.getByRole('textbox', { name: 'Password' }), 'correct horse battery')
  await user.click(page.getByRole('button', { name: 'Create account' }))
  await user.type(page.getByLabel('Organisation'), 'Harbour Bakery')
  await user.click(page.getByRole('button', { name: 'Create organisation' }))
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  atMost(user, 8)
})

test('takes at most five interactions to invite three colleagues, and keeps an address that is refused', async ({
  page,
}) => {
  await enter(page)
  const tag = randomUUID().slice(0, 8)
  const colleagues = ['anna', 'ben', 'cleo'].map((name) => `${name}-${tag}@example.com`)
  const user = countInteractions(page)
  await user.click(page.getByRole('link', { name: /Invite a colleague/ }))
  await user.click(page.getByRole('button', { name: 'Invite', exact: true }))
  const dialog = page.getByRole('dialog')
  await user.type(dialog.getByLabel('Email addresses'), colleagues.join(', '))
  await user.click(dialog.getByRole('button', { name: 'Send the invitation' }))
  for (const email of colleagues) {
    await page.getByRole('button', { name: `Actions for the invitation of ${email}` }).waitFor()
  }
  atMost(user, 5)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog.getByLabel('Email addresses').fill('nobody')
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await dialog.getByText('nobody is not an email address').waitFor()
  await dialog.getByLabel('Email addresses').fill(`dora-${tag}@example.com; ${colleagues[0]}`)
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect
    .poll(() => dialog.getByLabel('Email addresses').inputValue())
    .toBe(String(colleagues[0]))
  await page
    .getByRole('button', { name: `Actions for the invitation of dora-${tag}@example.com` })
    .waitFor()
})

test('takes at most three interactions to connect a Page', async ({ page }) => {
  await enter(page)
  const user = countInteractions(page)
  await user.click(page.getByRole('link', { name: /Connect an account/ }))
  await user.click(page.locator('a[href*="/api/connect/pagenet/start"]').first())
  // This page belongs to the network.
  await page.getByRole('button', { name: 'Approve' }).click()
  const choice = page.getByRole('dialog')
  await user.click(choice.getByRole('button', { name: /^Connect/ }))
  await page.getByRole('listitem').filter({ hasText: 'Harbour Bakery' }).waitFor()
  atMost(user, 3)
})

test('takes at most five interactions to schedule a post with a picture and a first comment', async ({
  page,
}) => {
  await enter(page)
  await connectPage(page)
  await page.goto('/')
  const user = countInteractions(page)
  await user.click(sideBarLink(page, 'Posts'))
  await user.click(page.getByRole('button', { name: /^New post on / }).last())
  const dialog = page.getByRole('dialog')
  await user.type(dialog.getByRole('textbox', { name: 'Text', exact: true }), 'Fresh bread')
  const pictures = await paintPictures(page, [{ name: 'bread.png', width: 900, height: 600 }])
  await user.choose(dialog.locator('input[type=file]'), pictures)
  await dialog.getByRole('img', { name: 'File 1' }).first().waitFor()
  await user.type(dialog.getByLabel('First comment'), 'At the harbour', 'ControlOrMeta+Enter')
  await page.getByText('Scheduled for').first().waitFor()
  atMost(user, 5)
  const [post] = await posts(page)
  expect(post).toMatchObject({ status: 'reviewed', post: { firstComment: 'At the harbour' } })
  expect(Date.parse(String(post?.dueDate))).toBeGreaterThan(Date.now())
  expect(post?.post.media).toHaveLength(1)
})

test('takes at most five interactions to create a subscription, with the VAT of the country', async ({
  page,
}) => {
  await enter(page, 'Hafen Studio')
  const made = await Promise.all([
    callApi(page, 'PUT', '/api/invoicing/seller', { name: 'Hafen Studio', country: 'DE' }),
    callApi(page, 'POST', '/api/customers', {
      name: 'Elbe Verlag',
      email: 'rechnung@elbe.example',
    }),
    callApi(page, 'POST', '/api/offers', {
      name: 'Care plan',
      priceCents: 4_900,
      currency: 'EUR',
      billingModel: 'recurring',
      interval: 'month',
    }),
  ])
  expect(made.map(({ status }) => status)).toEqual([200, 201, 201])
  await page.goto('/')
  const user = countInteractions(page)
  await user.click(sideBarLink(page, 'Subscriptions'))
  await user.click(page.getByRole('button', { name: /New subscription/ }).first())
  const dialog = page.getByRole('dialog')
  for (const [label, typed] of [
    ['Customer', 'Elbe Verlag'],
    ['Product', 'Care plan'],
  ] as const) {
    const field = dialog.getByRole('combobox', { name: label })
    await user.type(field, typed.slice(0, 4))
    await page.locator('[role=option][data-combobox-selected]', { hasText: typed }).waitFor()
    await field.press('Enter')
  }
  await user.click(dialog.getByRole('button', { name: 'Create the subscription' }))
  await dialog.waitFor({ state: 'detached' })
  atMost(user, 5)
  const { items } = (await callApi(page, 'GET', '/api/invoicing/schedules')).body
  expect(items).toMatchObject([{ vatRateBps: 1_900 }])
})

test('takes at most three interactions to create a workflow from a template with AI', async ({
  page,
}) => {
  await enter(page)
  const user = countInteractions(page)
  await user.click(page.getByRole('link', { name: /Automate something/ }))
  await user.click(page.getByRole('button', { name: 'Use Summarise the week' }))
  await page.locator('.react-flow__node').first().waitFor()
  atMost(user, 3)
  const { items } = (await callApi(page, 'GET', '/api/workflows')).body as unknown as {
    items: { name: string }[]
  }
  expect(items.map(({ name }) => name)).toContain('Summarise the week')
})

test('takes at most ten interactions until an event with free tickets is public', async ({
  page,
  open,
}) => {
  await enter(page)
  const user = countInteractions(page)
  await user.click(sideBarLink(page, 'Events'))
  await user.click(page.getByRole('button', { name: 'New event' }))
  const dialog = page.getByRole('dialog')
  await user.type(dialog.getByLabel('Title'), 'Harbour open day')
  await user.type(dialog.getByRole('textbox', { name: 'Starts', exact: true }), '2031-05-03', 'Tab')
  await user.type(dialog.getByLabel('Place'), 'Pier 4')
  await user.type(dialog.getByLabel('Capacity of ticket type 1'), '40')
  await user.click(dialog.getByRole('button', { name: 'Add the event' }))
  await page.getByRole('heading', { name: 'Harbour open day' }).waitFor()
  await user.click(page.getByRole('button', { name: 'Publish', exact: true }))
  const link = page.getByRole('link', { name: /\/events\/harbour-open-day/ })
  await link.waitFor()
  atMost(user, 10)
  const visitor = await open()
  await visitor.goto(String(await link.getAttribute('href')))
  await visitor.getByRole('heading', { name: 'Harbour open day' }).waitFor()
  await visitor.getByRole('button', { name: 'Order tickets' }).waitFor()
})

test('takes at most six interactions until a landing page is public, without text of the template', async ({
  page,
  open,
}) => {
  await enter(page, 'Harbour Sails')
  const user = countInteractions(page)
  await user.click(sideBarLink(page, 'Sites'))
  await user.click(page.getByRole('button', { name: /New site|Create the first site/ }).first())
  const dialog = page.getByRole('dialog')
  await user.click(dialog.getByRole('button', { name: 'Create the site' }))
  await page.getByRole('heading', { name: 'Harbour Sails', level: 1 }).waitFor()
  const introduction = page.getByLabel('Introduction')
  await introduction.clear()
  await user.type(introduction, 'We make and mend sails for boats of every size.')
  await user.click(page.getByRole('button', { name: 'Publish', exact: true }))
  await user.click(page.getByRole('button', { name: 'Leave it out' }))
  await page.getByText('The page is published').waitFor()
  atMost(user, 6)
  const visitor = await open()
  const url = await page.getByRole('link', { name: 'Open the page' }).getAttribute('href')
  await visitor.goto(String(url))
  await visitor.getByRole('heading', { name: 'Harbour Sails' }).waitFor()
  await visitor.getByText('We make and mend sails').waitFor()
  expect(await visitor.locator('body').textContent()).not.toMatch(/First service|Good work/)
})

test('takes at most two interactions to find any record', async ({ page }) => {
  await enter(page)
  const tag = randomUUID().slice(0, 8)
  await callApi(page, 'POST', '/api/customers', { name: `Elbe ${tag}`, email: 'elbe@example.com' })
  const user = countInteractions(page)
  await user.press('ControlOrMeta+k')
  const search = page.getByRole('dialog').getByRole('textbox').first()
  await user.type(search, tag)
  await page.getByRole('dialog').getByText(`Elbe ${tag}`).waitFor()
  await search.press('Enter')
  await page.getByRole('heading', { name: `Elbe ${tag}` }).waitFor()
  atMost(user, 2)
})
