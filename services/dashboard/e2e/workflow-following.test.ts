import { expect } from 'vitest'
import { callApi } from './api.ts'
import { drawn, edgeBetween, nodeAt } from './drawing.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
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
  for (const name of ['New card', 'Note it'])
    await drawn(page, name).getByText('1 in, 1 out').waitFor()
  await takeEveryLook(page, 'canvas-followed')
  await bar.getByRole('button', { name: 'Back to editing' }).click()
  await bar.waitFor({ state: 'detached' })
  await callApi(page, 'POST', '/api/tasks', { title: 'Call the rigger' })
  await bar.getByText('Completed').waitFor()
  // The canvas stays editable during the run.
  await page.getByRole('textbox', { name: 'Name of the workflow' }).fill('Watch every card')
  await bar.waitFor({ state: 'detached' })
  // Unsaved edits hide a run, so a message offers it.
  await callApi(page, 'POST', '/api/tasks', { title: 'Paint the hull' })
  await page.getByText('A run of the saved version has started').waitFor()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await bar.getByText('Completed').waitFor()
})

test('asks what an event or a call says before a run by hand, and says where a run failed', async ({
  page,
}) => {
  await signUp(page)
  await callApi(page, 'POST', '/api/tasks', { title: 'Order the sail cloth' })
  const openWith = async (trigger: ReturnType<typeof nodeAt>, title: string) => {
    const nodes = [
      trigger,
      nodeAt('card', 'create_card', 'Make a card', { x: 320, params: { title } }),
    ]
    const graph = { nodes, edges: [edgeBetween(trigger.id, 'card')] }
    const made = await callApi(page, 'POST', '/api/workflows', { name: 'By hand', graph })
    await page.goto(`/workflows/${String(made.body['id'])}`)
    await drawn(page, 'Make a card').waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    return page.getByRole('dialog', { name: 'Run with which data?' })
  }
  const findTitles = async () => {
    const { body } = await callApi(page, 'GET', '/api/tasks')
    return (body['items'] as { title: string }[]).map(({ title }) => title)
  }
  const bar = page.getByRole('status').filter({ hasText: 'Back to editing' })

  const event = nodeAt('event', 'trigger.event', 'New card', {
    x: 0,
    params: { eventType: 'task.created' },
  })
  const ofCard = await openWith(event, 'Seen: {{ $json.title }}')
  // The latest card is the sample.
  await expect
    .poll(() => ofCard.getByRole('combobox', { name: 'With' }).inputValue())
    .toMatch(/^Order the sail cloth, /)
  await expectFineInEveryLook(page, 'canvas-run-sample')
  // A later card does not replace the data that the user has read.
  await callApi(page, 'POST', '/api/tasks', { title: 'Paint the hull' })
  const readAgain = page.waitForResponse(
    (response) => response.url().includes('/api/tasks?') && response.request().method() === 'GET',
  )
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await (await readAgain).finished()
  await ofCard.getByRole('button', { name: 'Run now' }).click()
  await ofCard.waitFor({ state: 'detached' })
  await bar.getByText('Completed').waitFor()
  expect(await findTitles()).toContain('Seen: Order the sail cloth')

  // The list asks for the data too.
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'Actions for By hand' }).click()
  await page.getByRole('menuitem', { name: 'Run now' }).click()
  await ofCard.getByRole('button', { name: 'Run now' }).click()
  await bar.getByText('Completed').waitFor()
  expect(await findTitles()).toContain('Seen: Seen: Order the sail cloth')

  const call = nodeAt('call', 'trigger.webhook', 'Order', { x: 0 })
  const ofCall = await openWith(call, 'Order {{ $json.body.orderNumber }}')
  await ofCall
    .getByRole('textbox', { name: 'Items' })
    .fill('{ "method": "POST", "query": {}, "body": { "orderNumber": "A-1" } }')
  await ofCall.getByRole('button', { name: 'Show the fields' }).click()
  await ofCall.getByRole('textbox', { name: 'Order number' }).fill('A-2')
  await ofCall.getByRole('button', { name: 'Run now' }).click()
  await bar.getByText('Completed').waitFor()
  expect(await findTitles()).toContain('Order A-2')

  const ofNothing = await openWith(call, '{{ $json.body.orderNumber }}')
  await ofNothing.getByRole('button', { name: 'Run now' }).click()
  await bar.getByText('Failed').waitFor()
  await bar.getByText(/“Make a card”: .*“Content: order number”/).waitFor()
  await bar.getByRole('button', { name: 'Show the step' }).click()
  const settings = page.getByRole('region', { name: 'Settings of Make a card' })
  await settings.getByText('Missing field “Content: order number”').waitFor()
  await settings.getByText('correct this step and save').waitFor()
  await settings.getByRole('button', { name: 'Run again from here' }).waitFor()
  await takeEveryLook(page, 'canvas-failed-step')
})
