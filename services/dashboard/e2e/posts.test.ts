import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { connectAccount, connectPage } from './channels.ts'
import { fillDay } from './dates.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { signUp, signUpByHand } from './person.ts'
import { storePicture } from './pictures.ts'
import { addPost, daysToPair, type NewPost, readChannelId, toDay } from './posts.ts'
import { test } from './story.ts'

/** Signs up and connects a Page of the sandbox. Returns a function that adds a post to the Page. */
async function withPage(page: Page, begin = signUp): Promise<(post: NewPost) => Promise<string>> {
  await begin(page)
  await connectPage(page)
  const channelId = await readChannelId(page)
  return (post) => addPost(page, channelId, post)
}

const readChip = (page: Page, text: string) => page.locator('[data-post]').filter({ hasText: text })
const readCell = (page: Page, date: string) => page.locator(`[data-date="${date.slice(0, 10)}"]`)

/** Drags an element onto a free spot of another element. */
async function drag(from: Locator, to: Locator): Promise<void> {
  // A new user sees the note about their email address after the content, and the note moves the
  // content down.
  await from.page().getByRole('button', { name: 'Send it again' }).waitFor()
  await from.scrollIntoViewIfNeeded()
  await from.dragTo(to, { targetPosition: { x: 20, y: 80 } })
}

test('drags a post to the next day at the same time, keeps it after a reload, and publishes it now', async ({
  page,
}) => {
  const add = await withPage(page)
  const first = daysToPair()
  await add({ body: 'The new loft opens on Saturday', dueDate: toDay(first, '23:45') })
  await page.goto(`/posts?date=${toDay(first, '23:45').slice(0, 10)}`)
  const chip = readChip(page, 'The new loft')
  await chip.getByText('23:45').waitFor()
  const next = toDay(first + 1, '23:45')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await drag(chip, readCell(page, next))
  expect(await (await saved).json()).toMatchObject({ dueDate: next })
  await page.getByText(/^Moved to/).waitFor()

  await page.reload()
  await chip.getByText('23:45').waitFor()
  await chip.click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Publish now' }).click()
  await drawer.getByText('Published on Facebook Pages').waitFor()
  await drawer.getByRole('link', { name: 'See it there' }).waitFor()
  await drawer.getByText('Nobody has commented yet').waitFor()
  await drawer.getByRole('definition').filter({ hasText: '120' }).waitFor()
  await takeEveryLook(page, 'post-figures')
  await page.keyboard.press('Escape')
  await chip.getByText('Published').waitFor()
  expect(await chip.getAttribute('draggable')).toBe('false')
  await page.getByRole('link', { name: 'Report' }).click()
  const report = page.getByRole('table', { name: 'Published posts by account and month' })
  await report.getByRole('cell', { name: '120', exact: true }).waitFor()
  await expectFineInEveryLook(page, 'posts-report')
})

test('rejects a drag into the past with the reason, and moves a post with the arrow keys', async ({
  page,
}) => {
  const add = await withPage(page)
  const id = await add({ body: 'Winter lay-up in three steps', dueDate: toDay(2, '09:30') })
  await page.goto(`/posts?date=${toDay(2, '09:30').slice(0, 10)}`)
  const chip = readChip(page, 'Winter lay-up')
  await chip.focus()
  await page.keyboard.press('Alt+ArrowRight')
  await page.getByText(/^Moved to/).waitFor()
  expect((await callApi(page, 'GET', `/api/tasks/${id}`)).body['dueDate']).toBe(toDay(3, '09:30'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => (await callApi(page, 'GET', `/api/tasks/${id}`)).body['dueDate'])
    .toBe(toDay(2, '09:30'))
  // Each key press moves the post one day back, until 09:30 of that day has passed and the move is
  // rejected.
  const refusals = page.getByText(/has passed$/)
  for (let day = 0; day < 4 && (await refusals.count()) === 0; day += 1) {
    const { dueDate } = (await callApi(page, 'GET', `/api/tasks/${id}`)).body
    // Open the post's month, because the previous month is not always shown.
    await page.goto(`/posts?date=${String(dueDate).slice(0, 10)}`)
    await chip.focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await refusals
      .or(page.getByText(/^Moved to/))
      .first()
      .waitFor()
  }
  expect(await refusals.count()).toBe(1)
})

test('says why the network rejected a post, and publishes it on the second try', async ({
  page,
}) => {
  await signUp(page)
  const { sandbox } = await connectAccount(page, 'pronet')
  const post = { body: 'Regatta results are in', dueDate: toDay(1, '10:00'), platform: 'pronet' }
  const id = await addPost(page, await readChannelId(page), post)
  await page.goto(`/posts/${id}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Publish now' }).waitFor()
  await page.request.post(`${sandbox}/pronet/faults`, {
    form: {
      do: 'add',
      kind: 'status',
      match: 'pronet POST /rest/posts',
      status: '422',
      times: '1',
    },
  })
  await drawer.getByRole('button', { name: 'Publish now' }).click()
  await drawer.getByRole('button', { name: 'Try again now' }).waitFor()
  await expectFineInEveryLook(page, 'post-failed')
  await drawer.getByRole('button', { name: 'Try again now' }).click()
  await drawer.getByText('Published on LinkedIn').waitFor()
  await expectFineInEveryLook(page, 'post-posted')
})

test('asks what happened to a post if its network does not respond, and continues with either reply', async ({
  page,
}) => {
  await signUp(page)
  const { sandbox } = await connectAccount(page, 'pronet')
  const channelId = await readChannelId(page)
  const drawer = page.getByRole('dialog')
  const publish = async (body: string, kind: 'cut_before' | 'cut_after'): Promise<void> => {
    await page.request.post(`${sandbox}/pronet/faults`, {
      form: { do: 'add', kind, match: 'pronet POST /rest/posts', times: '1' },
    })
    const id = await addPost(page, channelId, {
      body,
      dueDate: toDay(1, '10:00'),
      platform: 'pronet',
    })
    await page.goto(`/posts/${id}`)
    await drawer.getByRole('button', { name: 'Publish now' }).click()
    await drawer.getByText('LinkedIn has not confirmed the post').waitFor()
    await drawer.getByText('We never send it again automatically', { exact: false }).waitFor()
    expect(await drawer.getByRole('button', { name: 'Try again now' }).count()).toBe(0)
  }
  await publish('The race is on', 'cut_after')
  await expectFineInEveryLook(page, 'post-unconfirmed')
  await drawer.getByRole('button', { name: 'It is published' }).click()
  await drawer.getByText('Published on LinkedIn').waitFor()

  await publish('The race is over', 'cut_before')
  await drawer.getByRole('button', { name: 'It is not published' }).click()
  await drawer.getByRole('button', { name: 'Try again now' }).click()
  await drawer.getByText('Published on LinkedIn').waitFor()
})

test('moves a post to another day in its drawer, keeps the time of day and undoes the move', async ({
  page,
}) => {
  const add = await withPage(page)
  const id = await add({ body: 'Winter lay-up in three steps', dueDate: toDay(3, '09:30') })
  const due = async () => (await callApi(page, 'GET', `/api/tasks/${id}`)).body['dueDate']
  await page.goto(`/posts/${id}`)
  const drawer = page.getByRole('dialog').first()
  await fillDay(drawer, 'Move to', toDay(4, '09:30').slice(0, 10))
  await drawer.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText(/^Moved to/).waitFor()
  expect(await due()).toBe(toDay(4, '09:30'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(due).toBe(toDay(3, '09:30'))
})

test('approves posts with the keyboard and in bulk, and sends a post back with a note', async ({
  page,
}) => {
  const add = await withPage(page)
  await add({ body: 'First for review', dueDate: toDay(1, '10:00') })
  await add({ body: 'Second for review', dueDate: toDay(2, '10:00') })
  await add({ body: 'Third for review', dueDate: toDay(3, '10:00') })
  await add({ body: 'Fourth, without a time' })
  await page.goto('/posts?view=review')
  const queue = page.getByRole('list', { name: 'Posts to review' })
  const item = (name: string) => queue.getByRole('listitem', { name })
  await item('First for review').waitFor()
  await expectFineInEveryLook(page, 'posts-review')

  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.getByText(/^Approved for/).waitFor()
  await item('First for review').waitFor({ state: 'detached' })

  await item('Third for review').getByRole('button', { name: 'Send back' }).click()
  await page.getByLabel('What should change?').fill('Name the place, please')
  await takeEveryLook(page, 'posts-send-back')
  await page.getByRole('button', { name: 'Send back with this note' }).click()
  const back = page.getByRole('list', { name: 'Posts sent back' })
  await back.getByRole('listitem', { name: 'Third for review' }).waitFor()
  await back.getByRole('button', { name: 'Review again' }).click()
  await item('Third for review').waitFor()

  await page.getByLabel('3 to review').check()
  await page.getByRole('button', { name: 'Approve 2' }).click()
  await page.getByText('Approved 2 posts').waitFor()
  await item('Third for review').waitFor({ state: 'detached' })
  await item('Fourth, without a time').waitFor()
  const { items } = (await callApi(page, 'GET', '/api/tasks?kind=post&status=reviewed')).body
  expect(items).toHaveLength(3)
})

test("shows month and week in the organisation's time zone when the viewer is in another zone", async ({
  open,
}) => {
  const page = await open({ timezoneId: 'Pacific/Auckland' })
  const add = await withPage(page, signUpByHand)
  expect((await callApi(page, 'GET', '/api/settings')).body['timezone']).toBe('Pacific/Auckland')
  await callApi(page, 'PATCH', '/api/settings', { timezone: 'UTC' })
  const due = toDay(1, '22:30')
  await add({ body: 'Late in the evening', dueDate: due })
  const date = due.slice(0, 10)
  await page.goto(`/posts?date=${date}`)
  await page.getByText('UTC', { exact: true }).waitFor()
  const chip = readChip(page, 'Late in the evening')
  await chip.getByText('22:30').waitFor()
  await expectInside(chip, readCell(page, due))

  await page.goto(`/posts?view=week&date=${date}`)
  await chip.getByText('22:30').waitFor()
  await chip.scrollIntoViewIfNeeded()
  await expectInside(chip, page.locator(`[data-slot="${date} 22:00:00"]`))

  // Phoenix has no daylight saving time.
  await callApi(page, 'PATCH', '/api/settings', { timezone: 'America/Phoenix' })
  await page.getByText('America/Phoenix').waitFor()
  await chip.getByText('15:30').waitFor()
  await chip.scrollIntoViewIfNeeded()
  await expectInside(chip, page.locator(`[data-slot="${date} 15:00:00"]`))
})

/**
 * Fails if the upper left corner of an element is not inside another one after both have stopped
 * moving.
 */
const expectInside = (inner: Locator, outer: Locator): Promise<void> =>
  expect
    .poll(async () => {
      const [one, other] = [await inner.boundingBox(), await outer.boundingBox()]
      if (one === null || other === null) return false
      const [right, down] = [one.x - other.x, one.y - other.y]
      return right >= -1 && right < other.width && down >= -1 && down < other.height
    })
    .toBe(true)

test('shows changes of another client in the calendar without a reload', async ({ page }) => {
  const add = await withPage(page)
  const id = await add({ body: 'We are hiring a sailmaker', dueDate: toDay(1, '08:00') })
  await page.goto(`/posts?date=${toDay(1, '08:00').slice(0, 10)}`)
  const chip = readChip(page, 'We are hiring')
  await chip.getByText('08:00').waitFor()
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
  await callApi(page, 'PATCH', `/api/tasks/${id}`, { dueDate: toDay(1, '16:20') })
  await chip.getByText('16:20').waitFor()
})

test("opens a manual post in the network's composer and records it as published", async ({
  page,
}) => {
  await signUp(page)
  const { body } = await callApi(page, 'POST', '/api/tasks', {
    kind: 'post',
    body: 'Written by hand',
    dueDate: toDay(1, '12:00'),
    destination: { scheme: 'manual', host: 'x.com' },
    post: { platform: 'shortpost' },
  })
  await page.goto(`/posts?post=${body['id']}`)
  const drawer = page.getByRole('dialog')
  const open = drawer.getByRole('link', { name: 'Open in X' })
  await open.waitFor()
  expect(await open.getAttribute('href')).toContain('x.com')
  // Do not follow the link, because the network's composer is on the internet.
  await open.evaluate((link) => link.removeAttribute('href'))
  await open.or(drawer.getByText('Open in X')).first().click()
  await drawer.getByText('Have you published it?').waitFor()
  await expectFineInEveryLook(page, 'post-by-hand')
  await drawer.getByLabel('Its address, if you have it').fill('https://x.com/harbour/status/1')
  await drawer.getByRole('button', { name: 'Yes, it is published' }).click()
  await drawer.getByText('Posted by you on X').waitFor()
})

test('shows month, week, list and a post accessible and without overflow, empty and full', async ({
  page,
}) => {
  const add = await withPage(page)
  await page.goto('/posts')
  await page.getByText('No posts in this time').waitFor()
  await expectFineInEveryLook(page, 'posts-empty')
  const media = [await storePicture(page)]
  const texts = [
    'Three tips for the winter lay-up, and what to do with wet sails',
    '<b>Markup</b> & emoji ⛵ عربي',
    `Long ${'word'.repeat(80)}`,
    'Opening hours over the holidays',
    'The regatta in pictures',
  ]
  const first = daysToPair()
  for (const [index, body] of texts.entries()) {
    await add({ body, dueDate: toDay(first, `1${index}:00`), media: index % 2 === 0 ? media : [] })
  }
  const next = toDay(first + 1, '09:00')
  const id = await add({
    body: 'Behind the scenes of a mainsail\n\nFrom the loft floor to the mast.',
    dueDate: next,
    media,
  })
  await callApi(page, 'POST', `/api/tasks/${id}/approve`, { dueDate: next })
  const date = next.slice(0, 10)
  for (const view of ['month', 'week', 'list']) {
    await page.goto(`/posts?view=${view}&date=${date}`)
    await page.getByText('Behind the scenes').first().waitFor()
    await expectFineInEveryLook(page, `posts-${view}`)
  }
  await page.goto(`/posts?post=${id}`)
  await page.getByRole('dialog').getByText('Approved').waitFor()
  await expectFineInEveryLook(page, 'post')
})

test('lists every upcoming and every published post, and keeps the list after a reload', async ({
  page,
}) => {
  const add = await withPage(page)
  await page.goto('/posts?view=upcoming')
  await page.getByText('Nothing is planned').waitFor()
  await expectFineInEveryLook(page, 'posts-upcoming-empty')
  const ids: string[] = []
  for (let day = 1; day <= 55; day += 1)
    ids.push(await add({ body: `Plan for day ${day}`, dueDate: toDay(day, '09:00') }))
  await page.reload()
  const row = (text: string) => page.getByRole('button', { name: text })
  await row('Plan for day 1').first().waitFor()
  await expectFineInEveryLook(page, 'posts-upcoming')
  await page.keyboard.press('End')
  const last = page.getByRole('button', { name: 'Show more posts' })
  await last.scrollIntoViewIfNeeded()
  await last.click()
  await last.waitFor({ state: 'detached' })
  await callApi(page, 'POST', `/api/tasks/${ids[0]}/publish-now`)
  await page.getByText('Published', { exact: true }).click()
  expect(new URL(page.url()).searchParams.get('view')).toBe('published')
  await row('Plan for day 1').waitFor()
  await page.reload()
  const published = row('Plan for day 1')
  await published.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Published on Facebook Pages').waitFor()
  await page.keyboard.press('Escape')
  await expectFineInEveryLook(page, 'posts-published')
  await page.goto('/posts?view=published&status=posted_by_hand')
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await published.waitFor()
})
