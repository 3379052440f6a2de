import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { untilSettled } from './browser.ts'
import { edgeBetween, nodeAt } from './drawing.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

const phone = { width: 380, height: 760 }
// A window of 1280 × 800 pixels at 200 % zoom.
const zoomed = { width: 640, height: 400 }

const readTop = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? -1
const isWhole = (part: Locator): Promise<boolean> =>
  part.evaluate(
    (element) =>
      element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight,
  )

test('says on a phone that a workflow can only be read, and why its run failed', async ({
  page,
}) => {
  await signUp(page)
  const graph = {
    nodes: [
      nodeAt('start', 'trigger.manual', 'Start', { x: 0 }),
      nodeAt('card', 'create_card', 'Add a card', {
        x: 320,
        params: {
          title: '{{ $json.theNumberOfTheOrder }}',
        },
      }),
    ],
    edges: [edgeBetween('start', 'card')],
  }
  const made = await callApi(page, 'POST', '/api/workflows', { name: 'Orders to cards', graph })
  const path = `/api/workflows/${String(made.body['id'])}`
  const started = await callApi(page, 'POST', `${path}/run`)
  const run = String(started.body['runId'])
  await expect
    .poll(async () => (await callApi(page, 'GET', `${path}/runs/${run}`)).body['status'])
    .toBe('failed')
  await page.setViewportSize(phone)
  await page.goto(`${path.replace('/api', '')}?run=${run}`)
  await page.getByRole('note').getByText('You can look at the workflow here.').waitFor()
  const reason = page.getByText('Missing field “The number of the order”').first()
  await reason.waitFor()
  await untilSettled(page)
  expect(await isWhole(reason)).toBe(true)
})

test('keeps the controls of a page header below its title on a phone', async ({ page }) => {
  await signUp(page)
  await page.setViewportSize(phone)
  for (const path of ['/board', '/assets']) {
    await page.goto(path)
    const title = page.getByRole('heading', { level: 1 })
    await title.waitFor()
    await untilSettled(page)
    const controls = page.locator('header', { has: title }).getByRole('button')
    const tops = await Promise.all((await controls.all()).map(readTop))
    expect(tops.length, path).toBeGreaterThan(0)
    const bottom = (await readTop(title)) + ((await title.boundingBox())?.height ?? 0)
    for (const top of tops) expect(top, path).toBeGreaterThanOrEqual(bottom)
  }
})

/** Returns the part of the window's height that shows the page's content, from 0 to 1. */
const readContentShare = (page: Page): Promise<number> =>
  page.evaluate(() => {
    let shown = 0
    for (let y = 0; y < innerHeight; y += 1) {
      const part = document.elementFromPoint(innerWidth / 2, y)
      if (part?.closest('main') !== null && part?.closest('header, nav') === null) shown += 1
    }
    return shown / innerHeight
  })

test('leaves 60 % of the height to the content at 200 % zoom', async ({ page }) => {
  await signUp(page)
  await page.setViewportSize(zoomed)
  for (const path of ['/', '/board', '/posts', '/customers', '/settings/organisation']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await untilSettled(page)
    // The page's head leaves the window when the user scrolls.
    await page.mouse.move(zoomed.width / 2, zoomed.height / 2)
    await page.mouse.wheel(0, 400)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await untilSettled(page)
    expect(await readContentShare(page), path).toBeGreaterThanOrEqual(0.6)
  }
})

test('begins the content of every page at the same place and gives every page its own title', async ({
  page,
}) => {
  await signUp(page)
  const lefts: Record<string, number | undefined> = {}
  const titles: Record<string, string> = {}
  for (const path of [
    '/',
    '/invoices/summary',
    '/customers',
    '/offers',
    '/happenings',
    '/workflows/templates',
    '/sites/templates',
    '/settings/organisation',
  ]) {
    await page.goto(path)
    const title = page.getByRole('heading', { level: 1 })
    await title.waitFor()
    await untilSettled(page)
    lefts[path] = (await title.boundingBox())?.x
    titles[path] = await page.title()
  }
  const { '/settings/organisation': settings, ...pages } = lefts
  expect(new Set(Object.values(pages)).size, JSON.stringify(pages)).toBe(1)
  // The list of the settings is to the left of them.
  expect(settings).toBeGreaterThanOrEqual(lefts['/'] ?? 0)
  expect(new Set(Object.values(titles)).size, JSON.stringify(titles)).toBe(8)
})

test('shows the whole button of a message with a long text', async ({ page }) => {
  await signUp(page)
  const name = 'Ask the harbour master for a berth, and the sailmaker for new sails, every spring'
  const graph = { nodes: [nodeAt('start', 'trigger.manual', 'Start', { x: 0 })], edges: [] }
  await callApi(page, 'POST', '/api/workflows', { name, graph })
  await page.setViewportSize(phone)
  await page.goto('/workflows')
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Activate' }).click()
  const undo = page.getByRole('alert').getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  expect(await isWhole(undo)).toBe(true)
  const [box, toast] = await Promise.all([
    undo.boundingBox(),
    page.getByRole('alert').boundingBox(),
  ])
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
    (toast?.x ?? 0) + (toast?.width ?? 0),
  )
})

test('asks before it activates a workflow whose AI step has no model', async ({ page }) => {
  await signUp(page)
  const graph = {
    nodes: [
      nodeAt('start', 'trigger.manual', 'Start', { x: 0 }),
      nodeAt('ask', 'agent', 'Ask an agent', {
        x: 320,
        params: { prompt: 'Find a berth' },
      }),
    ],
    edges: [edgeBetween('start', 'ask')],
  }
  await callApi(page, 'POST', '/api/workflows', { name: 'Find a berth', graph })
  await page.goto('/workflows')
  const activate = async () => {
    await page.getByRole('button', { name: 'Actions for Find a berth' }).click()
    await page.getByRole('menuitem', { name: 'Activate' }).click()
  }
  await activate()
  const dialog = page.getByRole('dialog', { name: 'Activate without an AI account?' })
  await dialog.getByText('"Ask an agent" will stop at the first item').waitFor()
  await dialog.getByRole('button', { name: 'Activate anyway' }).click()
  await page.getByText('Find a berth is active').waitFor()
  await page.getByRole('button', { name: 'Actions for Find a berth' }).click()
  await page.getByRole('menuitem', { name: 'Turn off' }).click()
  await page.getByText('Find a berth is off').waitFor()
  await activate()
  await dialog.getByRole('link', { name: 'Connect an AI account' }).click()
  await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor()
})

test('counts one thing that a workflow misses, and shows the error of a failed card once', async ({
  page,
}) => {
  await signUp(page)
  const graph = {
    nodes: [
      nodeAt('start', 'trigger.manual', 'Start', { x: 0 }),
      nodeAt('card', 'create_card', 'Add a card', { x: 320 }),
    ],
    edges: [edgeBetween('start', 'card')],
  }
  await callApi(page, 'POST', '/api/workflows', { name: 'Orders to cards', graph })
  await page.goto('/workflows')
  await page.getByText('1 thing missing', { exact: true }).waitFor()
  const made = await callApi(page, 'POST', '/api/tasks', {
    kind: 'link',
    title: 'A page that is gone',
    fields: { url: 'https://harbour.invalid/berths' },
  })
  const path = `/api/tasks/${String(made.body['id'])}`
  expect((await callApi(page, 'POST', `${path}/process`)).status).toBe(202)
  const readCard = async () => (await callApi(page, 'GET', path)).body
  await expect.poll(async () => (await readCard())['status']).toBe('failed')
  const { failure } = (await readCard())['fields'] as { failure: { message: string } }
  await page.goto(`/board?card=${String(made.body['id'])}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText(failure.message).first().waitFor()
  await untilSettled(page)
  // The timeline keeps the error, too.
  const reason = failure.message.replace(/^.*?: /, '')
  const shown = dialog.getByText(reason).and(dialog.locator(':not(li, li *)'))
  expect(await shown.count()).toBe(1)
})

test('marks the page as away until its events arrive', async ({ page }) => {
  await signUp(page)
  let connect = () => {}
  const held = new Promise<void>((resolve) => {
    connect = resolve
  })
  await page.route('**/api/events*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const live = page.getByRole('status').filter({ hasText: 'Connecting …' })
  const dot = page.locator('[role="status"] [data-away]').first()
  await live.waitFor()
  expect(await dot.getAttribute('data-away')).toBe('true')
  connect()
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
  expect(await dot.getAttribute('data-away')).toBe('false')
})

test('tells a screen reader that the month is a grid', async ({ page }) => {
  await signUp(page)
  await page.goto('/posts?view=month')
  // The grid owns its rows by their ids, because the posts are between them.
  await page.getByRole('grid', { name: 'Days' }).waitFor({ state: 'attached' })
  const rows = page.getByRole('row')
  expect(await rows.count()).toBeGreaterThanOrEqual(5)
  const week = rows.filter({ has: page.locator('[aria-current="date"]') })
  expect(await week.getByRole('gridcell').count()).toBe(7)
  await week.locator('[aria-current="date"]').focus()
  // Today may be in the month's last week.
  const isLast = (await rows.last().locator('[aria-current="date"]').count()) === 1
  await page.keyboard.press(isLast ? 'ArrowUp' : 'ArrowDown')
  const focused = page.locator('[data-date]:focus')
  expect(await focused.count()).toBe(1)
  expect(await focused.getAttribute('aria-current')).toBeNull()
})
