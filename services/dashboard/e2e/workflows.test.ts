import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { expectAccessible } from './browser.ts'
import { addNode, drawn, edge, edgeBetween, inspector, nodeAt, stage } from './drawing.ts'
import { expectFineInEveryLook, expectWhole, takeEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

async function openNewWorkflow(page: Page): Promise<void> {
  await signUp(page)
  await page.goto('/workflows')
  await page.getByText('No workflows yet').waitFor()
  await page.getByRole('button', { name: 'Create one yourself' }).click()
  await page.getByText('What starts it?').waitFor()
}

test('draws a workflow of two nodes, saves and runs it, and follows it until its card exists', async ({
  page,
}) => {
  await openNewWorkflow(page)
  await expectFineInEveryLook(page, 'canvas-empty')
  await page.getByRole('button', { name: 'Run button' }).click()
  await drawn(page, 'Run button').waitFor()
  await addNode(page, 'create card')
  await drawn(page, 'Create card').waitFor()
  await inspector(page, 'Create card').getByText('Fill in this field').waitFor()
  await inspector(page, 'Create card')
    .getByRole('textbox', { name: 'Title' })
    .fill('Call the sail maker at {{ $json.firedAt }}')
  await inspector(page, 'Create card')
    .getByText('Fill in this field')
    .waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Name of the workflow' }).fill('Morning call')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  await page.reload()
  await drawn(page, 'Create card').waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const bar = page.getByRole('status').filter({ hasText: 'Back to editing' })
  await bar.getByText('Completed').waitFor()
  await stage(page).getByText('1 item', { exact: true }).waitFor()
  await drawn(page, 'Create card').getByText('1 in, 1 out').waitFor()
  await drawn(page, 'Create card').click()
  await inspector(page, 'Create card').getByRole('table').waitFor()
  await expectFineInEveryLook(page, 'canvas-run')
  const settings = inspector(page, 'Create card')
  await settings.getByRole('button', { name: 'Pin the output' }).click()
  await drawn(page, 'Create card').getByLabel('Its output is pinned').waitFor()
  const first = new URL(page.url()).searchParams.get('run')
  await settings.getByRole('button', { name: 'Run again from here' }).click()
  await page.waitForURL((url) => ![null, first].includes(url.searchParams.get('run')))
  await bar.getByText('Completed').waitFor()
  await drawn(page, 'Create card').getByText('1 in, 1 out').waitFor()
  const { body } = await callApi(page, 'GET', '/api/tasks')
  const [again, before] = body['items'] as { title: string }[]
  expect(before?.title).toMatch(/^Call the sail maker at 20/)
  expect(again?.title).toBe(before?.title)
  await page.getByRole('button', { name: 'Back to editing' }).click()
  await page.getByRole('button', { name: 'Runs', exact: true }).click()
  await page.getByRole('region', { name: 'Runs' }).getByText('Completed').nth(1).waitFor()
  await page.goto('/workflows')
  await page.getByRole('link', { name: 'Morning call' }).first().waitFor()
  await expectFineInEveryLook(page, 'workflows')
})

test('draws a graph with pointer, keyboard and clipboard, undoes it, and keeps it after a reload', async ({
  page,
}) => {
  await openNewWorkflow(page)
  await page.getByRole('button', { name: 'Run button' }).click()
  await addNode(page, 'sort')
  await addNode(page, 'if')
  const nodes = stage(page).locator('.react-flow__node')
  const expectNodes = (count: number) =>
    expect.poll(() => nodes.count(), { timeout: 60_000 }).toBe(count)
  await expectNodes(3)

  const settings = inspector(page, 'If')
  await settings.getByRole('button', { name: 'Add a condition' }).click()
  await settings.getByRole('textbox', { name: 'Field of condition 1' }).fill('title')
  await settings.getByRole('combobox', { name: 'Operator of condition 1' }).click()
  await page.getByRole('option', { name: 'does not contain' }).click()
  await settings.getByRole('textbox', { name: 'Value of condition 1' }).fill('draft')
  await settings.getByRole('button', { name: 'Add a condition' }).click()
  await settings.getByRole('textbox', { name: 'Field of condition 2' }).fill('{{ $json.amount }}')
  await settings.getByRole('textbox', { name: 'Value of condition 2' }).fill('12')
  await settings.getByText('One is enough').click()
  await settings.getByText('or', { exact: true }).waitFor()
  await expectAccessible(page)
  await takeEveryLook(page, 'canvas-conditions')

  await page.getByRole('button', { name: 'Add a step', exact: true }).click()
  await page.getByRole('textbox', { name: 'Search the steps' }).fill('limit')
  const [from, to] = [
    page.locator('[data-type="limit"]'),
    stage(page).locator('[data-edge]').nth(1).getByRole('button'),
  ]
  await from.dragTo(to)
  await edge(page, 'Sort', 'Limit').waitFor({ state: 'attached' })
  await edge(page, 'Limit', 'If').waitFor({ state: 'attached' })
  // The list closes after a choice.
  await page.getByRole('dialog', { name: 'Add a step' }).waitFor({ state: 'detached' })

  await drawn(page, 'Run button').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('l')
  await page.getByRole('combobox', { name: 'To the step' }).fill('If')
  await page.getByRole('option', { name: 'If', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
  await edge(page, 'Run button', 'If').waitFor({ state: 'attached' })
  // While a dialog is open, it handles the keys of the canvas.
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('n')
  await stage(page)
    .getByRole('textbox', { name: 'Text of the note' })
    .fill('Ask the harbour master first')
  await drawn(page, 'Limit').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  await page.keyboard.press('ControlOrMeta+v')
  await expectNodes(10)
  await takeEveryLook(page, 'canvas-pasted')

  const [back, forth] = [
    page.getByRole('button', { name: 'Undo', exact: true }),
    page.getByRole('button', { name: 'Redo', exact: true }),
  ]
  await page.keyboard.press('ControlOrMeta+z')
  await expectNodes(5)
  for (let steps = 0; await back.isEnabled(); steps += 1) {
    expect(steps).toBeLessThan(40)
    await back.click()
  }
  await expectNodes(0)
  while (await forth.isEnabled()) await forth.click()
  await expectNodes(10)
  await page.reload()
  await expectNodes(10)
  const places = () =>
    nodes.evaluateAll((all) => all.map((one) => one.getAttribute('style')).join())
  const before = await places()
  await page.getByRole('button', { name: 'Arrange' }).click()
  // The layout code loads first. If it moved nodes after the save, the workflow would be unsaved
  // again.
  await expect.poll(places).not.toBe(before)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  await takeEveryLook(page, 'canvas-arranged')
  const { body } = await callApi(
    page,
    'GET',
    `/api/workflows/${new URL(page.url()).pathname.split('/').at(-1)}`,
  )
  expect(body['graph']).toMatchObject({
    nodes: expect.arrayContaining([
      expect.objectContaining({
        name: 'If',
        params: {
          combinator: 'or',
          conditions: [
            { left: 'title', operator: 'not_contains', right: 'draft' },
            { left: '{{ $json.amount }}', operator: 'is', right: 12 },
          ],
        },
      }),
    ]),
    notes: [{ text: 'Ask the harbour master first' }, { text: 'Ask the harbour master first' }],
  })
})

test('does not activate an incomplete workflow, and links every reason to its node', async ({
  page,
}) => {
  await openNewWorkflow(page)
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const settings = inspector(page, 'Schedule')
  await settings.getByText('Fill in this field').waitFor()
  await page.getByRole('switch', { name: 'Active' }).click()
  await page.getByRole('dialog').getByText('Not activated yet').waitFor()
  await page.keyboard.press('Escape')
  await settings.getByRole('button', { name: 'Common times' }).click()
  await page.getByRole('menuitem', { name: 'On weekdays at 9:00' }).click()
  await settings.getByText('At 09:00, Monday through Friday').waitFor()
  expect(await settings.locator('time').count()).toBe(5)
  await expectFineInEveryLook(page, 'canvas-schedule')
  await page.getByRole('switch', { name: 'Active' }).click()
  await page.getByText('The workflow is active').waitFor()
})

const [markup, endless, turned] = [
  '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>',
  'keelboat'.repeat(25),
  'شراع جديد للقارب الصغير ‮ flipped',
] as const
const lastAt = 3_000

test('shows hostile names as text, keeps all nodes in view, and suggests a fix if a node failed', async ({
  page,
}) => {
  await signUp(page)
  const nodes = [
    nodeAt('n1', 'trigger.manual', markup, { x: 0 }),
    nodeAt('n2', 'set_fields', 'A title', {
      x: 400,
      y: 0,
      params: { fields: [{ name: 'title', value: markup }] },
    }),
    nodeAt('n3', 'analyze', endless, { x: 800, y: 0, params: { instructions: markup } }),
    nodeAt('n4', 'create_task', turned, { x: lastAt, y: 900, params: { title: endless } }),
  ]
  const graph = {
    nodes,
    edges: [edgeBetween('n1', 'n2'), edgeBetween('n2', 'n3'), edgeBetween('n3', 'n4')],
    notes: [{ id: 'n5', text: `${markup} ${endless}`, position: { x: 0, y: 300 } }],
  }
  const { body } = await callApi(page, 'POST', '/api/workflows', {
    name: endless,
    description: `${turned} ${markup}`,
    graph,
  })
  const id = String(body['id'])
  await callApi(page, 'POST', '/api/workflows', { name: markup, description: endless, graph })
  await page.goto(`/workflows/${id}`)
  for (const name of [markup, turned]) {
    await drawn(page, name).waitFor()
    await expect
      .poll(async () => {
        const [room, box] = [await stage(page).boundingBox(), await drawn(page, name).boundingBox()]
        if (room === null || box === null) return false
        const ends = [
          box.x + box.width <= room.x + room.width,
          box.y + box.height <= room.y + room.height,
        ]
        return box.x >= room.x && box.y >= room.y && ends.every(Boolean)
      })
      .toBe(true)
  }
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const bar = page.getByRole('status').filter({ hasText: 'Back to editing' })
  await bar.getByText('Failed').waitFor()
  await bar.getByRole('button', { name: 'Show the step' }).click()
  const fix = inspector(page, endless).getByRole('link', { name: 'Connect an AI account' })
  await fix.waitFor()
  await expectFineInEveryLook(page, 'canvas-failed')
  await page.getByRole('button', { name: 'Back to editing' }).click()
  await page.getByRole('button', { name: 'Runs', exact: true }).click()
  await page.getByRole('region', { name: 'Runs' }).getByText('Failed').waitFor()
  await expectWhole(page, 'canvas-hostile')
  await page.goto('/workflows')
  await page.getByText(markup).first().waitFor()
  await expectWhole(page, 'workflows-hostile')
  expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()
})

test('keeps the drawing when another client saves the workflow, and shows two versions next to each other', async ({
  page,
}) => {
  await signUp(page)
  const buildGraph = (...names: string[]) => ({
    nodes: names.map((name, at) =>
      nodeAt(`n${at}`, at === 0 ? 'trigger.manual' : 'limit', name, { x: at * 330 }),
    ),
    edges: names.slice(1).map((_, at) => edgeBetween(`n${at}`, `n${at + 1}`)),
  })
  const { body } = await callApi(page, 'POST', '/api/workflows', {
    name: 'Shared',
    graph: buildGraph('Start', 'Ten'),
  })
  const saveElsewhere = (graph: object, change: object = {}) =>
    callApi(page, 'PATCH', `/api/workflows/${body['id']}`, { graph, ...change })
  await page.goto(`/workflows/${body['id']}`)
  await drawn(page, 'Ten').waitFor()

  const save = page.getByRole('button', { name: 'Save', exact: true })
  // Find it by label, because a toast can have an Undo button too.
  const undo = page.getByLabel('Undo', { exact: true })
  const name = page.getByRole('textbox', { name: 'Name of the workflow' })
  // Change the page first: a page without changes adopts a version saved elsewhere on every
  // refetch.
  await name.fill('Mine')
  await saveElsewhere(buildGraph('Start', 'Twenty', 'Rest'), { name: 'Theirs' })
  await save.click()
  const choice = page.getByRole('dialog', { name: 'This workflow was saved elsewhere' })
  await choice.waitFor()
  await expectAccessible(page)
  await takeEveryLook(page, 'canvas-conflict')
  await page.keyboard.press('Escape')
  await choice.waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('Mine')
  await save.click()
  await choice.getByText('changed by you in another window').waitFor()
  await choice.getByRole('button', { name: 'Take all theirs' }).click()
  await drawn(page, 'Twenty').waitFor()
  expect(await name.inputValue()).toBe('Theirs')
  // Undo keeps what the other window saved.
  await expect.poll(() => undo.isDisabled()).toBe(true)

  // A page without changes adopts the stored version.
  await saveElsewhere(buildGraph('Start', 'Ten'))
  await saveElsewhere(buildGraph('Start', 'Thirty'))
  await page.getByRole('switch', { name: 'Active' }).click()
  await drawn(page, 'Thirty').waitFor()
  expect(await undo.isDisabled()).toBe(true)

  await page.getByRole('button', { name: 'Versions', exact: true }).click()
  await page
    .getByRole('region', { name: 'Versions' })
    .getByRole('button', { name: /^Version 2/ })
    .click()
  const versions = page.getByRole('dialog', { name: 'Version 2 and now' })
  await versions.getByText('Changed Thirty Name').waitFor()
  await versions.getByText('Removed the connection from Thirty to Rest').waitFor()
  await expectFineInEveryLook(page, 'canvas-versions')
  await versions.getByRole('combobox', { name: 'Later' }).selectOption('Version 3')
  const saved = page.getByRole('dialog', { name: 'Version 2 and 3' })
  await saved.getByRole('region', { name: 'Version 3' }).waitFor()
  await saved.getByText('Removed Rest').waitFor()
  await takeEveryLook(page, 'canvas-two-versions')
  const restores = page.waitForRequest((request) => request.url().endsWith('/versions/2/restore'))
  await saved.getByRole('button', { name: 'Restore version 2' }).click()
  expect((await restores).headers()['if-match']).toBeDefined()
  await drawn(page, 'Rest').waitFor()
  await undo.click()
  await drawn(page, 'Thirty').waitFor()
})
