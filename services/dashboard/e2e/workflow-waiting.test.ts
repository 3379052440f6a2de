import { eventually } from '@atrium/testkit'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { connectAccount } from './channels.ts'
import { edgeBetween, nodeAt } from './drawing.ts'
import { expectFineInEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

/**
 * Connects the notebook with a new database that contains these rows. Returns the ids of the
 * channel and the database.
 */
async function connectNotebook(page: Page, titles: readonly string[]) {
  const { sandbox } = await connectAccount(page, 'pronet')
  const token = 'ntn_sandbox_integration_token'
  const { status, body } = await callApi(page, 'POST', '/api/connect/notebook/manual', { token })
  expect(status).toBe(201)
  const made = await page.request.post(`${sandbox}/notebook/databases`, {
    form: { title: 'Orders' },
  })
  const database = new URL(made.url()).pathname.split('/').at(-1) ?? ''
  const source = /name="source" value="([^"]+)"/.exec(await made.text())?.[1] ?? ''
  for (const title of titles) {
    const form = { do: 'put', source, id: '', cells: `Name: ${title}`, lines: '' }
    expect((await page.request.post(made.url(), { form })).status()).toBe(200)
  }
  return { connector: (body['channel'] as { id: string }).id, database }
}

test('shows the items that a step rejected with the reason, and discards them', async ({
  page,
}) => {
  await signUp(page)
  const notebook = await connectNotebook(page, ['Mainsail', 'Spinnaker'])
  const graph = {
    nodes: [
      nodeAt('start', 'trigger.manual', 'Start', { x: 0 }),
      nodeAt('read', 'read_notebook', 'Read orders', {
        x: 320,
        y: 0,
        params: { ...notebook, content: false },
      }),
      nodeAt('card', 'create_card', 'Add a card', {
        x: 640,
        y: 0,
        params: {
          title: '{{ $json.properties.Missing }}',
        },
      }),
    ],
    edges: [edgeBetween('start', 'read'), edgeBetween('read', 'card')],
  }
  const made = await callApi(page, 'POST', '/api/workflows', { name: 'Orders to cards', graph })
  const path = `/api/workflows/${String(made.body['id'])}`
  const runToEnd = async (ended: number) => {
    expect((await callApi(page, 'POST', `${path}/run`)).status).toBe(202)
    await eventually(async () => {
      const { body } = await callApi(page, 'GET', `${path}/runs`)
      const runs = body['items'] as Array<{ status: string }>
      const done = runs.filter(({ status }) => status === 'failed' || status === 'completed')
      if (done.length < ended) throw new Error(`the run has not ended: ${JSON.stringify(runs)}`)
    })
  }
  await runToEnd(1)
  await page.goto(path.replace('/api', ''))
  await page.getByRole('button', { name: 'Waiting items' }).click()
  const panel = page.getByRole('region', { name: 'Waiting items' })
  const items = panel.getByRole('listitem')
  await items.filter({ hasText: 'Mainsail' }).getByText('Tried once.').waitFor()
  expect(await items.count()).toBe(2)
  expect(await items.first().textContent()).toContain('Missing field “Columns: missing”')
  await expectFineInEveryLook(page, 'canvas-waiting-items')

  await panel.getByRole('button', { name: 'Discard: Mainsail' }).click()
  await page.getByText('No run will try it again').waitFor()
  await items.filter({ hasText: 'Mainsail' }).waitFor({ state: 'detached' })
  // Each run offers the item again.
  await runToEnd(2)
  await runToEnd(3)
  await items.filter({ hasText: 'Spinnaker' }).getByText('Tried 3 times.').waitFor()
  await panel.getByRole('button', { name: 'Discard: Spinnaker' }).click()
  await panel.getByText('No items are waiting.').waitFor()
  expect((await callApi(page, 'GET', `${path}/waiting-items`)).body).toMatchObject({
    items: [],
    total: 0,
  })
})
