import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { fillMoment } from './dates.ts'
import { expectFineInEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

async function createCard(page: Page, due: { dueDate?: string } = {}): Promise<string> {
  await signUp(page)
  const card = { kind: 'task', title: 'Oil the winch', ...due }
  return String((await callApi(page, 'POST', '/api/tasks', card)).body['id'])
}

test('saves the due date of a card when the focus leaves it, and as a day when it is all-day', async ({
  page,
}) => {
  const id = await createCard(page)
  const due = async () => (await callApi(page, 'GET', `/api/tasks/${id}`)).body
  await page.goto(`/board?card=${id}`)
  const drawer = page.getByRole('dialog').first()
  await fillMoment(drawer, 'Due', '2031-05-03T14:00')
  await drawer.getByRole('textbox', { name: 'Title' }).focus()
  await expect.poll(due).toMatchObject({ dueOn: '2031-05-03', dueAllDay: false })
  await expectFineInEveryLook(page, 'card-due')
  await drawer.getByRole('checkbox', { name: 'All day' }).check()
  await expect.poll(due).toMatchObject({ dueOn: '2031-05-03', dueAllDay: true })
})

test('keeps the due date of a card when its time is half typed or Escape leaves the field', async ({
  page,
}) => {
  const id = await createCard(page)
  const read = async () => (await callApi(page, 'GET', `/api/tasks/${id}`)).body
  await page.goto(`/board?card=${id}`)
  const drawer = page.getByRole('dialog').first()
  const title = drawer.getByRole('textbox', { name: 'Title' })
  const hour = drawer.getByLabel('Due: hour')
  const minutes = drawer.getByLabel('Due: minutes')
  await fillMoment(drawer, 'Due', '2031-05-03T14:30')
  await title.focus()
  await expect.poll(read).toMatchObject({ dueOn: '2031-05-03' })
  const { dueDate } = await read()

  await minutes.press('Backspace')
  await hour.press('1')
  await title.fill('Oil both winches')
  await expect.poll(() => hour.inputValue()).toBe('14')
  expect(await minutes.inputValue()).toBe('30')
  await title.press('Tab')
  await expect.poll(read).toMatchObject({ title: 'Oil both winches', dueDate })

  await minutes.press('Backspace')
  await drawer.getByRole('checkbox', { name: 'All day' }).check()
  await expect.poll(read).toMatchObject({ dueOn: '2031-05-03', dueAllDay: true })
  await drawer.getByRole('checkbox', { name: 'All day' }).uncheck()
  await expect.poll(read).toMatchObject({ dueAllDay: false })
  const morning = await hour.inputValue()

  await hour.fill('17')
  await hour.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await page.getByText('Oil both winches').click()
  await expect.poll(() => hour.inputValue()).toBe(morning)
})

test('keeps showing the newer change when the response to an older one arrives late', async ({
  page,
}) => {
  const id = await createCard(page, { dueDate: '2031-05-03' })
  const first = Promise.withResolvers<void>()
  const sent: unknown[] = []
  await page.route(`**/api/tasks/${id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    sent.push(route.request().postDataJSON())
    const response = await route.fetch()
    if (sent.length === 1) await first.promise
    await route.fulfill({ response })
  })
  const shown: boolean[] = []
  await page.exposeFunction('noteAllDay', (checked: boolean) => void shown.push(checked))
  await page.goto(`/board?card=${id}`)
  const allDay = page.getByRole('dialog').first().getByRole('checkbox', { name: 'All day' })
  await allDay.uncheck()
  await expect.poll(() => sent.length).toBe(1)
  await allDay.check()
  await allDay.evaluate((box: HTMLInputElement) => {
    const look = () => {
      ;(globalThis as unknown as { noteAllDay: (on: boolean) => void }).noteAllDay(box.checked)
      requestAnimationFrame(look)
    }
    look()
  })
  first.resolve()
  await expect.poll(() => sent).toMatchObject([{}, { dueDate: '2031-05-03' }])
  await page.getByText('Saving …').waitFor({ state: 'hidden' })
  const { body: card } = await callApi(page, 'GET', `/api/tasks/${id}`)
  expect(card).toMatchObject({ dueOn: '2031-05-03', dueAllDay: true })
  expect(shown).not.toContain(false)
})
