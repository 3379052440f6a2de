import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { loadPlace, places } from '../bench/shown.ts'
import { callApi, createCards } from './api.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { createTask, enter, signUp } from './person.ts'
import { test } from './story.ts'

const entrances = [
  ['sign-in', '/sign-in'],
  ['sign-up', '/sign-up'],
  ['forgot-password', '/forgot-password'],
  ['reset-password', '/reset-password?token=x'],
  ['accept-invitation', '/accept-invitation?id=x'],
] as const

const inside = [
  ['create-organisation', '/create-organisation'],
  ['not-found', '/nowhere'],
] as const

test('shows every page accessible and without overflow, in both themes and at 380 px', async ({
  page,
}) => {
  const settle = (shot: string) => expectFineInEveryLook(page, shot)
  for (const [shot, path] of entrances) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settle(shot)
  }
  await enter(page)
  await page.getByText('Nothing needs your attention').waitFor()
  await settle('home')
  for (const [shot, path] of inside) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settle(shot)
  }
  await page.goto('/')
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await page.getByText('No cards').first().waitFor()
  await settle('board-empty')
  for (const title of [
    'Order the sail cloth',
    'Call the rigger about the forestay',
    'Varnish the mast',
  ]) {
    await createTask(page, title)
  }
  await fillBoard(page)
  await page.reload()
  await page.getByRole('button', { name: 'Order the sail cloth' }).waitFor()
  await settle('board')
  await page.getByRole('button', { name: 'Order the sail cloth' }).click()
  await page.getByRole('dialog').getByLabel('Title').waitFor()
  await settle('card')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('c')
  await page.getByRole('dialog').getByLabel('Title').waitFor()
  await settle('new-card')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('Find pages, cards and actions').fill('sail')
  await page
    .getByRole('button', { name: /sail cloth/ })
    .last()
    .waitFor()
  await settle('palette')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await takeEveryLook(page, 'shortcuts')
})

// A script that the head does not name is requested only after another one has run.
test('opens Home with one request when the user comes from another page', async ({ page }) => {
  await signUp(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  const live = page.waitForResponse((response) => response.url().includes('/api/events'))
  await page.goto('/board')
  await page.getByText('No cards').first().waitFor()
  await live
  const onBoard = new Set(asked)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByText('Nothing needs your attention').waitFor()
  await page
    .getByRole('region', { name: 'Recent activity' })
    .getByRole('listitem')
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Explore with sample data' }).waitFor()
  // Only deployments with sample data read the organisations.
  const forSamples = '/api/auth/organization/list'
  expect(asked.filter((path) => !onBoard.has(path) && path !== forSamples)).toEqual([
    '/api/overview',
  ])
})

/** Opens Home and returns the paths of its requests to the API, sorted. */
async function listHomeRequests(page: Page): Promise<string[]> {
  // The page reads everything once more when the event stream opens.
  await page.route('**/api/events**', () => undefined)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  await page.goto('/')
  await page.getByText('Nothing needs your attention').waitFor()
  await page.getByRole('button', { name: 'Explore with sample data' }).waitFor()
  await page.getByRole('region', { name: 'Address' }).waitFor()
  return asked.toSorted()
}

// Only an empty organisation reads the organisations, to offer sample data.
const homeRequests = ['/api/auth/organization/list', '/api/events', '/api/me', '/api/overview']

test('opens Home in a new window with one request to each service', async ({ page }) => {
  await signUp(page)
  expect(await listHomeRequests(page)).toEqual(homeRequests)
})

test("opens Home with one request to each service if the frame's script arrives late", async ({
  page,
}) => {
  await signUp(page)
  const overview = page.waitForResponse('**/api/overview')
  await page.route('**/shell*.js', async (route) => {
    await (await overview).finished()
    await route.continue()
  })
  expect(await listHomeRequests(page)).toEqual(homeRequests)
})

test('requests at most 12 scripts before the first content, all named in the head', async ({
  open,
  page,
  url,
}) => {
  await signUp(page)
  await fillBoard(page)
  await callApi(page, 'POST', '/api/tasks', {
    kind: 'post',
    body: 'Harbour festival',
    dueDate: new Date().toISOString(),
    post: { platform: 'shortpost', channelId: null },
  })
  const workflow = await callApi(page, 'POST', '/api/workflows', {
    name: 'Thank for a payment',
    graph: { nodes: [], edges: [] },
  })
  const cookies = await page.context().cookies()
  const others = [
    { path: '/files', content: 'main h2' },
    { path: '/settings/organisation', content: 'main h2' },
    { path: '/invoices/new', content: 'main input' },
    { path: `/workflows/${workflow.body['id']}`, content: '.react-flow' },
  ]
  for (const place of [...places, ...others]) {
    const fresh = await open({ viewport: { width: 1280, height: 800 } })
    await fresh.context().addCookies(cookies)
    const { scripts, html } = await loadPlace(fresh, url, place)
    expect(scripts.length, place.path).toBeLessThanOrEqual(12)
    expect(
      scripts.filter((file) => !html.includes(`"${file}"`)),
      place.path,
    ).toEqual([])
    await fresh.context().close()
  }
})

/** Creates cards with several kinds and statuses, like a board after a week. */
async function fillBoard(page: Page): Promise<void> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const cards = [
    {
      kind: 'task',
      title: 'Quote for the harbour festival banner',
      status: 'doing',
      tags: ['festival'],
      dueDate: day(2),
    },
    { kind: 'contact', title: 'Owner of the boatyard', status: 'doing', tags: ['lead', 'yachts'] },
    { kind: 'task', title: 'Send the May invoices', status: 'done' },
    { kind: 'task', title: 'Renew the domain', status: 'todo', dueDate: day(-3), tags: ['office'] },
    {
      kind: 'support',
      title: 'Cannot open the second attachment of the offer',
      status: 'failed',
      tags: ['offer'],
    },
    {
      kind: 'quote',
      title: 'Two mainsails and a spinnaker for a 36-foot cruiser, delivered by June',
      status: 'todo',
    },
    { kind: 'task', title: '<b>Markup</b> & emoji ⛵ عربي', status: 'done' },
    { kind: 'task', title: `Long ${'word'.repeat(80)}`, status: 'done' },
  ]
  await createCards(page, ...cards)
}
