import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { createCards } from './api.ts'
import { takeEveryLook } from './looks.ts'
import { enter, signUp } from './person.ts'
import { test } from './story.ts'

const api = /\/api\/(?!auth\/)/

const codes: Readonly<Record<number, string>> = {
  404: 'not_found',
  429: 'rate_limited',
  500: 'internal',
  503: 'unavailable',
}

const problem = (status: number, detail: string) => ({
  status,
  headers: {
    'content-type': 'application/problem+json',
    'x-request-id': 'req_1',
    ...(status === 500 ? {} : { 'retry-after': '1' }),
  },
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Problem',
    status,
    detail,
    requestId: 'req_1',
    code: codes[status],
  }),
})

/**
 * Makes API calls fail until the returned function is called. The route stays in place, so a call
 * that it holds still gets its response.
 */
async function breakApi(
  page: Page,
  fault: (route: Route) => Promise<void>,
  calls: RegExp = api,
): Promise<() => void> {
  let isBroken = true
  await page.route(calls, (route) => (isBroken ? fault(route) : route.fallback()))
  return () => {
    isBroken = false
  }
}

const go = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
const note = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const card = (page: Page, name: string) => page.getByRole('button', { name })

const faults = [
  [500, 'Something went wrong on our side.', 'Atrium has a problem', 'Atrium has a problem.'],
  [503, 'The board does not respond', 'Atrium is not ready', 'Atrium has a problem.'],
  [429, 'Too many requests of this member', 'Too many requests', 'Too many requests.'],
] as const

// A page retries for several seconds before it explains a fault, so all faults wait together.
test('explains a response with status 500, 503 or 429 and shows the content again when the fault ends', async ({
  open,
}) => {
  const pages = await Promise.all(faults.map(() => open()))
  const settled = await Promise.allSettled(
    faults.map((fault, at) => expectExplained(pages[at] as Page, fault)),
  )
  expect(settled.filter(({ status }) => status === 'rejected')).toEqual([])
})

async function expectExplained(
  page: Page,
  [status, detail, heading, sentence]: (typeof faults)[number],
): Promise<void> {
  await signUp(page)
  await createCards(page, { title: 'Check the shackles' })
  const stated = page.getByRole('heading', { name: heading, exact: true }).first()
  await page.goto('/')
  await page.getByText('Nothing needs your attention').waitFor()

  const said = status === 500 ? 'Internal error' : detail
  const mend = await breakApi(page, (route) => route.fulfill(problem(status, said)))
  for (const place of ['Accounts', 'Board'] as const) {
    await go(page, place)
    await stated.waitFor()
    await page.getByText(detail).first().waitFor()
    const code = status === 500 ? '' : `${codes[status]} `
    await page.getByText(`Reference for your administrator: ${code}req_1`).first().waitFor()
    await takeEveryLook(page, `fault-${status}-${place.toLowerCase()}`)
  }
  await note(page, sentence).waitFor()
  mend()
  await card(page, 'Check the shackles').waitFor()
  await stated.waitFor({ state: 'detached' })
  await go(page, 'Accounts')
  await page.getByText('No account is connected').waitFor()

  const mendAgain = await breakApi(page, (route) => route.fulfill(problem(status, said)))
  await page.reload()
  await stated.waitFor()
  mendAgain()
  await page.getByText('No account is connected').waitFor()
}

test('keeps the page visible when the platform goes away, and updates it again when the platform returns', async ({
  page,
}) => {
  await signUp(page)
  await createCards(page, { title: 'Grease the winch' })
  await page.goto('/board')
  await card(page, 'Grease the winch').waitFor()
  const mend = await breakApi(page, (route) => route.abort('connectionrefused'))
  await page.reload()
  await page.getByRole('heading', { name: 'Atrium cannot be reached' }).waitFor()
  await takeEveryLook(page, 'fault-away')
  mend()
  await card(page, 'Grease the winch').waitFor()
  await note(page, 'Live').waitFor()

  const mendEvents = await breakApi(
    page,
    (route) => route.abort('connectionrefused'),
    /\/api\/events/,
  )
  await page.reload()
  await card(page, 'Grease the winch').waitFor()
  await note(page, 'Reconnecting').waitFor()
  await note(page, 'Updates are interrupted').waitFor()
  const mendAll = await breakApi(page, (route) => route.abort('connectionrefused'))
  await note(page, 'Atrium cannot be reached').waitFor()
  await card(page, 'Grease the winch').waitFor()
  mendAll()
  mendEvents()
  await note(page, 'Live').waitFor()
  await note(page, 'Atrium cannot be reached').waitFor({ state: 'detached' })
})

test('names the code and request id if a record does not exist, and retries on request', async ({
  page,
}) => {
  await enter(page)
  let asked = 0
  const refuse = (route: Route) => {
    asked += 1
    return route.fulfill(problem(404, 'Not found'))
  }
  const mend = await breakApi(page, refuse, /\/api\/connectors/)
  await go(page, 'Accounts')
  const stated = page.getByRole('alert').filter({ hasText: 'We could not find this' })
  await stated.getByText('not_found', { exact: true }).waitFor()
  await stated.getByText('req_1', { exact: true }).waitFor()
  await takeEveryLook(page, 'fault-404')
  const again = stated.getByRole('button', { name: 'Try again' })
  const before = asked
  await again.click()
  await expect.poll(() => asked).toBeGreaterThan(before)
  mend()
  // The page can retry by itself before the button is pressed.
  await again.click({ timeout: 5_000 }).catch(() => undefined)
  await page.getByText('No account is connected').waitFor()
})

test('says when the platform responds slowly and shows the late response', async ({ page }) => {
  await enter(page)
  const released = Promise.withResolvers<void>()
  const mend = await breakApi(
    page,
    async (route) => {
      await released.promise
      await route.continue()
    },
    /\/api\/connectors/,
  )
  await go(page, 'Accounts')
  await note(page, 'Atrium is slow at the moment').waitFor()
  released.resolve()
  await page.getByText('No account is connected').waitFor()
  await note(page, 'Atrium is slow at the moment').waitFor({ state: 'detached' })
  mend()
})

test('keeps typed text through a fault and a reload, and saves it when the platform returns', async ({
  page,
}) => {
  await enter(page)
  await go(page, 'Board')
  await page.getByText('No cards').first().waitFor()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Order new fenders')
  await dialog.getByLabel('Notes').fill('Six of them')
  const mend = await breakApi(page, (route) =>
    route.fulfill(problem(503, 'The board does not respond')),
  )
  await dialog.getByRole('button', { name: 'Create card' }).click()
  await dialog.getByText('The board does not respond').waitFor()
  mend()
  await page.reload()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Order new fenders')
  expect(await dialog.getByLabel('Notes').inputValue()).toBe('Six of them')
  await dialog.getByRole('button', { name: 'Create card' }).click()
  await card(page, 'Order new fenders').click()
  await dialog.getByText('created it').waitFor()

  const mendCard = await breakApi(page, (route) =>
    route.fulfill(problem(503, 'The board does not respond')),
  )
  await dialog.getByLabel('Title').fill('Order eight fenders')
  await dialog.getByLabel('Note', { exact: true }).fill('The old ones are worn')
  await dialog.getByText('Saving …').waitFor()
  await takeEveryLook(page, 'fault-card')
  mendCard()
  await dialog.getByText('Saving …').waitFor({ state: 'detached' })
  await page.reload()
  await card(page, 'Order eight fenders').waitFor()
  expect(await dialog.getByLabel('Note', { exact: true }).inputValue()).toBe(
    'The old ones are worn',
  )
  await dialog.getByRole('button', { name: 'Add the note' }).click()
  await dialog.getByText('The old ones are worn').last().waitFor()

  await dialog.getByLabel('Title').fill('Order ten fenders')
  await page.keyboard.press('Escape')
  await card(page, 'Order ten fenders').waitFor()
  await page.reload()
  await card(page, 'Order ten fenders').waitFor()
})
