import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { addNode, drawn, inspector, stage } from './drawing.ts'
import { expectFineInEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

/** A workflow as n8n downloads it. Its last step has no counterpart. */
const n8nFile = {
  name: 'Orders to tasks',
  nodes: [
    {
      name: 'By hand',
      type: 'n8n-nodes-base.manualTrigger',
      typeVersion: 1,
      position: [0, 0],
      parameters: {},
    },
    {
      name: 'Title',
      type: 'n8n-nodes-base.set',
      typeVersion: 3.4,
      position: [220, 0],
      parameters: {
        assignments: {
          assignments: [
            {
              id: '1',
              name: 'title',
              value: "={{ 'Order of ' + $now.toFormat('yyyy') }}",
              type: 'string',
            },
          ],
        },
        options: {},
      },
    },
    {
      name: 'Add to the list',
      type: 'n8n-nodes-base.todoist',
      typeVersion: 2,
      position: [440, 0],
      parameters: { content: '={{ $json.title }}' },
    },
  ],
  connections: {
    'By hand': { main: [[{ node: 'Title', type: 'main', index: 0 }]] },
    Title: { main: [[{ node: 'Add to the list', type: 'main', index: 0 }]] },
  },
}

test('imports a workflow of n8n, mends it where the list says so, and runs it', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/workflows/templates')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import workflows' })
  const text = dialog.getByRole('textbox', { name: 'Text of the file' })
  await text.fill('{ "a": 1 }')
  await dialog.getByText('neither an exported file of Atrium nor a workflow of n8n').waitFor()
  await text.fill(JSON.stringify(n8nFile))
  const list = dialog.getByRole('region', { name: 'What became of the steps' })
  await list.getByText('1 missing').waitFor()
  const missing = list.getByRole('listitem').filter({ hasText: 'Add to the list' })
  await missing.filter({ hasText: 'There is no step for todoist' }).waitFor()
  await expectFineInEveryLook(page, 'workflow-import')
  await dialog.getByRole('button', { name: 'Create workflow' }).click()
  await drawn(page, 'Title').waitFor()
  // One note marks the place of the step, and one lists all that is to mend.
  const onCanvas = stage(page).getByText('There is no step for todoist')
  await expect.poll(() => onCanvas.count(), { timeout: 60_000 }).toBe(2)
  await stage(page).getByText('To mend after the import').waitFor()

  await drawn(page, 'Title').click()
  // The open end of the step has a button with a longer name.
  await page.getByRole('button', { name: 'Add a step', exact: true }).click()
  await addNode(page, 'create card')
  await inspector(page, 'Create card')
    .getByRole('textbox', { name: 'Title' })
    .fill('{{ $json.title }}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const bar = page.getByRole('status').filter({ hasText: 'Back to editing' })
  await bar.getByText('Completed').waitFor()
  const { body } = await callApi(page, 'GET', '/api/tasks')
  const [card] = body['items'] as { title: string }[]
  expect(card?.title).toMatch(/^Order of 20\d\d$/)
})

test('downloads all workflows as one file and imports it again', async ({ page }) => {
  await signUp(page)
  const graph = { nodes: [{ id: 'start', type: 'trigger.manual', name: 'Start' }], edges: [] }
  await callApi(page, 'POST', '/api/workflows', { name: 'Morning call', folder: 'Calls', graph })
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'More actions' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download all' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('workflows.json')
  const file = await readFile(await download.path(), 'utf8')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import workflows' })
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'workflows.json',
    mimeType: 'application/json',
    buffer: Buffer.from(file),
  })
  await dialog.getByRole('region', { name: 'Workflows in the file' }).getByText('1 step').waitFor()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  const list = page.getByRole('list', { name: 'Workflows' })
  await expect.poll(() => list.getByText('Morning call').count(), { timeout: 60_000 }).toBe(2)
})
