import { expect } from 'vitest'
import { callApi } from './api.ts'
import { fillMoment } from './dates.ts'
import { expectFineInEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

test('saves the due date of a card when the focus leaves it, and as a day when it is all-day', async ({
  page,
}) => {
  await signUp(page)
  const { body } = await callApi(page, 'POST', '/api/tasks', {
    kind: 'task',
    title: 'Oil the winch',
  })
  const id = String(body['id'])
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
