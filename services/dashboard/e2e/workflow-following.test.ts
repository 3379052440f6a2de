import { expect } from 'vitest'
import { callApi } from './api.ts'
import { drawn, edgeBetween, nodeAt } from './drawing.ts'
import { takeEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

test('shows a run on the open canvas when an event starts it, and hides the run on the next edit', async ({
  page,
}) => {
  await signUp(page)
  const graph = {
    nodes: [
      nodeAt('event', 'trigger.event', 'New card', {
        x: 0,
        y: 0,
        params: { eventType: 'task.created' },
      }),
      nodeAt('log', 'log_activity', 'Note it', {
        x: 320,
        y: 0,
        params: {
          taskId: '{{ $json.taskId }}',
          text: 'Seen',
        },
      }),
    ],
    edges: [edgeBetween('event', 'log')],
  }
  const made = await callApi(page, 'POST', '/api/workflows', { name: 'Watch the board', graph })
  const path = `/api/workflows/${String(made.body['id'])}`
  expect((await callApi(page, 'PATCH', path, { active: true })).status).toBe(200)
  await page.goto(path.replace('/api', ''))
  await drawn(page, 'Note it').waitFor()
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
  await callApi(page, 'POST', '/api/tasks', { title: 'Order the sail cloth' })
  const bar = page.getByRole('status').filter({ hasText: 'Back to editing' })
  await bar.getByText('Completed').waitFor()
  await takeEveryLook(page, 'canvas-followed')
  await bar.getByRole('button', { name: 'Back to editing' }).click()
  await bar.waitFor({ state: 'detached' })
  await callApi(page, 'POST', '/api/tasks', { title: 'Call the rigger' })
  await bar.getByText('Completed').waitFor()
  // The canvas stays editable during the run.
  await page.getByRole('textbox', { name: 'Name of the workflow' }).fill('Watch every card')
  await bar.waitFor({ state: 'detached' })
})
