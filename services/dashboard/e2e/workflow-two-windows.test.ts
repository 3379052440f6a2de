import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { addNode, drawn, edge, edgeBetween, inspector, nodeAt } from './drawing.ts'
import { expectFineInEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

test('keeps the work of two windows on one workflow, and asks per step if both changed it', async ({
  page,
}) => {
  await signUp(page)
  const { body } = await callApi(page, 'POST', '/api/workflows', {
    name: 'Shared',
    graph: {
      nodes: [
        nodeAt('n0', 'trigger.manual', 'Start', { x: 0 }),
        nodeAt('n1', 'create_card', 'Card', { x: 330, params: { title: 'Call' } }),
      ],
      edges: [edgeBetween('n0', 'n1')],
    },
  })
  const other = await page.context().newPage()
  const windows = [page, other]
  for (const window of windows) {
    await window.goto(`/workflows/${body['id']}`)
    await drawn(window, 'Card').click()
  }
  const title = (window: Page) => inspector(window, 'Card').getByRole('textbox', { name: 'Title' })
  const save = (window: Page) => window.getByRole('button', { name: 'Save', exact: true }).click()
  const isSaved = (window: Page) => window.getByRole('button', { name: 'Saved' }).waitFor()
  const stored = async () => {
    const read = await callApi(page, 'GET', `/api/workflows/${body['id']}`)
    return read.body as { name: string; graph: { nodes: { name: string; params: object }[] } }
  }

  // Different parts: both windows add to one drawing.
  await title(page).fill('Call the sail maker')
  await addNode(other, 'limit')
  await drawn(other, 'Limit').waitFor()
  await save(page)
  await isSaved(page)
  await other.getByText('A newer version was saved elsewhere').waitFor()
  await save(other)
  await other.getByText('You saved this workflow in another window').waitFor()
  await isSaved(other)
  await edge(other, 'Card', 'Limit').waitFor({ state: 'attached' })
  expect((await stored()).graph.nodes).toMatchObject([
    { name: 'Start' },
    { name: 'Card', params: { title: 'Call the sail maker' } },
    { name: 'Limit' },
  ])
  // Undo takes back this window's step and keeps the saved work of the other window.
  await other.getByLabel('Undo', { exact: true }).click()
  await drawn(other, 'Limit').waitFor({ state: 'detached' })
  await drawn(other, 'Card').click()
  expect((await title(other).textContent()) || (await title(other).inputValue())).toBe(
    'Call the sail maker',
  )
  await other.getByLabel('Redo', { exact: true }).click()
  await drawn(other, 'Limit').waitFor()

  // The first window has no changes, so it shows the saved version without a reload.
  await drawn(page, 'Limit').waitFor()
  await page.getByText('You see that version now').waitFor()

  // The same step: the user chooses for that step, and everything else is kept.
  await drawn(page, 'Card').click()
  await title(page).fill('Call the rigger')
  await drawn(other, 'Card').click()
  await title(other).fill('Write to the rigger')
  await other.getByRole('textbox', { name: 'Name of the workflow' }).fill('Rigging')
  await save(page)
  await isSaved(page)
  await save(other)
  const choice = other.getByRole('dialog', { name: 'This workflow was saved elsewhere' })
  await choice.getByText('Title: Call the rigger').waitFor()
  await choice.getByText('Title: Write to the rigger').waitFor()
  await choice.getByText('changed by you in another window').waitFor()
  await expectFineInEveryLook(other, 'canvas-two-windows')
  await choice.getByRole('radio', { name: /From your other window/ }).check()
  await choice.getByRole('button', { name: 'Save the choice' }).click()
  await choice.waitFor({ state: 'detached' })
  await isSaved(other)
  expect(await stored()).toMatchObject({
    name: 'Rigging',
    graph: { nodes: [{}, { params: { title: 'Call the rigger' } }, {}] },
  })
})
