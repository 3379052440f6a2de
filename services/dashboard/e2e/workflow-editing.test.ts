import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { drawn, edgeBetween, inspector, nodeAt } from './drawing.ts'
import { takeEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

const saved = async (page: Page) => {
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  const { body } = await callApi(
    page,
    'GET',
    new URL(page.url()).pathname.replace('/workflows', '/api/workflows'),
  )
  return body['graph'] as {
    nodes: { name: string; params: Record<string, unknown> }[]
    edges: unknown[]
  }
}

async function openWorkflow(page: Page, name: string, graph: object): Promise<void> {
  const { body } = await callApi(page, 'POST', '/api/workflows', { name, graph })
  await page.goto(`/workflows/${body['id']}`)
}

test('keeps numbers, values and output names as typed, and keeps the edges of other outputs', async ({
  page,
}) => {
  await signUp(page)
  const rule = (output: string) => ({
    output,
    combinator: 'and',
    conditions: [{ left: 'amount', operator: 'gt', right: 1 }],
  })
  const ofKind = (right: string) => ({ left: 'kind', operator: 'is', right })
  const kinds = { ...rule('kinds'), conditions: [ofKind('note'), ofKind('task')] }
  const nodes = [
    nodeAt('n0', 'trigger.event', 'Start', { x: 0, params: { eventType: 'task.created' } }),
    nodeAt('n1', 'switch', 'Sorted', {
      x: 330,
      y: 0,
      params: { rules: [rule('over'), rule('overdue'), kinds] },
    }),
    nodeAt('n2', 'limit', 'One', { x: 660 }),
    nodeAt('n3', 'limit', 'Two', { x: 660, y: 120 }),
  ]
  const edges = [
    edgeBetween('n0', 'n1'),
    edgeBetween('n1', 'n2', 'over'),
    edgeBetween('n1', 'n3', 'overdue'),
  ]
  await openWorkflow(page, 'Rules', { nodes, edges })
  await drawn(page, 'Sorted').click()
  const settings = inspector(page, 'Sorted')
  const value = settings.getByRole('textbox', { name: 'Value of condition 1' }).first()
  await value.fill('')
  await value.pressSequentially('0.05')
  expect(await value.textContent()).toBe('0.05')
  // "post" is a fixed value of the field, so the text is one for a moment.
  const own = settings.getByRole('textbox', { name: 'Value of condition 1' }).last()
  await own.fill('')
  await own.pressSequentially('postcard')
  expect(await own.textContent()).toBe('postcard')
  await settings.getByRole('combobox', { name: 'Value of condition 2' }).click()
  await page.getByRole('option', { name: 'Another value …' }).click()
  const other = settings.getByRole('textbox', { name: 'Value of condition 2' })
  await expect.poll(() => other.evaluate((box) => box === document.activeElement)).toBe(true)
  const output = settings.getByRole('textbox', { name: 'Output' }).first()
  await output.press('End')
  await output.pressSequentially('due')
  await settings.getByText('Another output has this name').waitFor()
  await output.pressSequentially(' soon')
  // Saving with the keyboard includes the text that is still in the field.
  await output.press('ControlOrMeta+s')
  const graph = await saved(page)
  expect(graph.edges).toEqual([edges[0], edgeBetween('n1', 'n2', 'overdue soon'), edges[2]])
  const rules = graph.nodes.find(({ name }) => name === 'Sorted')?.params['rules']
  expect(rules).toMatchObject([
    { output: 'overdue soon', conditions: [{ right: 0.05 }] },
    { output: 'overdue' },
    { conditions: [{ right: 'postcard' }, { right: 'task' }] },
  ])
})

test('pastes nodes that were copied in another browser, and keeps the references between them', async ({
  page,
  open,
}) => {
  await signUp(page)
  const reference = (name: string) => ({
    fields: [{ name: 'title', value: `{{ $node['${name}'].json.title }}` }],
  })
  const nodes = [
    nodeAt('n0', 'trigger.manual', 'Start', { x: 0 }),
    nodeAt('n1', 'set_fields', 'Title', {
      x: 330,
      y: 0,
      params: { fields: [{ name: 'title', value: 'Sails' }] },
    }),
    nodeAt('n2', 'set_fields', 'Again', { x: 660, y: 0, params: reference('Title') }),
  ]
  const edges = [edgeBetween('n0', 'n1'), edgeBetween('n1', 'n2')]
  await openWorkflow(page, 'From here', { nodes, edges })
  await drawn(page, 'Again').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  await page.getByText('Copied', { exact: true }).waitFor()

  const other = await open()
  await signUp(other, 'Harbour')
  await openWorkflow(other, 'To there', { nodes: nodes.slice(0, 2), edges: edges.slice(0, 1) })
  await drawn(other, 'Title').click()
  await other.keyboard.press('ControlOrMeta+v')
  await drawn(other, 'Again').waitFor()
  await drawn(other, 'Title 2').waitFor()
  // The pasted nodes appear below the others and scroll into view.
  await expect
    .poll(async () => {
      const boxes = await Promise.all(
        ['Title', 'Title 2', 'Again'].map((name) => drawn(other, name).boundingBox()),
      )
      const [former, own, last] = boxes
      if (former == null || own == null || last == null) return false
      return own.y > former.y + former.height && last.x + last.width < 1_280
    })
    .toBe(true)
  await takeEveryLook(other, 'canvas-pasted-elsewhere')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  const graph = await saved(other)
  expect(graph.nodes.map(({ name }) => name)).toEqual([
    'Start',
    'Title',
    'Start 2',
    'Title 2',
    'Again',
  ])
  expect(graph.nodes.at(-1)?.params).toEqual(reference('Title 2'))
})

test('finds one of many skills on the platform, and pastes a copied pin in its place', async ({
  page,
}) => {
  await signUp(page)
  const skill = async (name: string) => {
    const body = { name, kind: 'classification', body: 'Judge briefly.' }
    return String((await callApi(page, 'POST', '/api/skills', body)).body['id'])
  }
  const [voice] = [await skill('House rules')]
  await callApi(page, 'PATCH', `/api/skills/${voice}`, { body: 'Judge very briefly.' })
  for (let n = 0; n < 51; n += 1) await skill(`Rule ${n}`)
  const nodes = [
    nodeAt('n0', 'trigger.manual', 'Start', { x: 0 }),
    nodeAt('n1', 'analyze', 'Judge', { x: 330 }),
  ]
  await openWorkflow(page, 'Judged', { nodes, edges: [edgeBetween('n0', 'n1')] })
  await drawn(page, 'Judge').click()
  const field = inspector(page, 'Judge').getByRole('combobox', { name: 'Writing guide' })
  await field.click()
  await page.getByRole('option', { name: 'Rule 50' }).waitFor()
  expect(await page.getByRole('option', { name: 'House rules' }).count()).toBe(0)
  await field.fill('house')
  await page.getByRole('option', { name: 'House rules' }).click()
  await expect.poll(() => field.inputValue()).toBe('House rules')
  await field.fill(`${voice}@1`)
  await page.getByRole('option', { name: 'House rules, version 1' }).click()
  await expect.poll(() => field.inputValue()).toBe('House rules, version 1')
  await takeEveryLook(page, 'canvas-skill')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await saved(page)).nodes[1]?.params).toMatchObject({ skill: `${voice}@1` })
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('House rules, version 1')
})

test('finds the tag of an old card on the platform', async ({ page }) => {
  await signUp(page)
  await callApi(page, 'POST', '/api/tasks', { title: 'Sail', tags: ['regatta'] })
  for (let n = 0; n < 100; n += 1)
    await callApi(page, 'POST', '/api/tasks', { title: `Card ${n}`, tags: ['club'] })
  const nodes = [
    nodeAt('n0', 'trigger.manual', 'Start', { x: 0 }),
    nodeAt('n1', 'create_card', 'Note it', { x: 330 }),
  ]
  await openWorkflow(page, 'Tagged', { nodes, edges: [edgeBetween('n0', 'n1')] })
  await drawn(page, 'Note it').click()
  const field = inspector(page, 'Note it')
    .getByLabel('Tags')
    .and(page.locator('input:not([type=hidden])'))
  await field.click()
  await page.getByRole('option', { name: 'club' }).waitFor()
  expect(await page.getByRole('option', { name: 'regatta' }).count()).toBe(0)
  await field.pressSequentially('rega')
  await page.getByRole('option', { name: 'regatta' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await saved(page)).nodes[1]?.params).toMatchObject({ tags: ['regatta'] })
})

test('keeps two drafts when two windows edit one workflow', async ({ page }) => {
  await signUp(page)
  await openWorkflow(page, 'Shared', {
    nodes: [nodeAt('n0', 'trigger.manual', 'Start', { x: 0 })],
    edges: [],
  })
  const name = (window: Page) => window.getByRole('textbox', { name: 'Name of the workflow' })
  const second = await page.context().newPage()
  await second.goto(page.url())
  await name(page).fill('In the first')
  await name(second).fill('In the second')
  const drafts = () =>
    page.evaluate(
      () => Object.keys(localStorage).filter((key) => key.includes('.workflow.')).length,
    )
  await expect.poll(drafts).toBe(2)
  await page.reload()
  await second.reload()
  await expect.poll(() => name(page).inputValue()).toBe('In the first')
  await expect.poll(() => name(second).inputValue()).toBe('In the second')
  // Saving removes this window's draft. The draft of a closed window is found again.
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  await expect.poll(drafts).toBe(1)
  await second.close()
  await page.goto('/workflows')
  await page.getByRole('link', { name: 'In the first' }).click()
  await expect.poll(() => name(page).inputValue()).toBe('In the second')
})

test('lists where a step is used when it is deleted, and marks the expressions that lost it', async ({
  page,
}) => {
  await signUp(page)
  const nodes = [
    nodeAt('n0', 'trigger.manual', 'Start', { x: 0 }),
    nodeAt('n1', 'set_fields', 'Customer', {
      x: 330,
      y: 0,
      params: { fields: [{ name: 'name', value: 'Ada' }] },
    }),
    nodeAt('n2', 'create_card', 'Card', {
      x: 660,
      y: 0,
      params: {
        title: "Dear {{ $node['Customer'].json.name }}",
      },
    }),
  ]
  await openWorkflow(page, 'Greeting', {
    nodes,
    edges: [edgeBetween('n0', 'n1'), edgeBetween('n1', 'n2')],
  })
  await drawn(page, 'Customer').click()
  await page.keyboard.press('Delete')
  const question = page.getByRole('dialog', { name: 'Delete the step “Customer”?' })
  await question.getByText('Card, Title').waitFor()
  await question.getByRole('button', { name: 'Keep' }).click()
  await drawn(page, 'Customer').click()
  await page.keyboard.press('Delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await drawn(page, 'Customer').waitFor({ state: 'detached' })
  await drawn(page, 'Card').click()
  await inspector(page, 'Card').getByText('No step has the name "Customer"').waitFor()
})

test('sets the due date of a card as a day, as a day and time, and as an expression', async ({
  page,
}) => {
  await signUp(page)
  const nodes = [
    nodeAt('n0', 'trigger.manual', 'Start', { x: 0 }),
    nodeAt('n1', 'create_card', 'Card', {
      x: 330,
      y: 0,
      params: { title: 'Order the sail cloth' },
    }),
  ]
  await openWorkflow(page, 'Ordering', { nodes, edges: [edgeBetween('n0', 'n1')] })
  await drawn(page, 'Card').click()
  const settings = inspector(page, 'Card')
  const dueDate = async () => {
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('button', { name: 'Saved' }).waitFor()
    return (await saved(page)).nodes[1]?.params['dueDate']
  }
  const day = settings.getByRole('textbox', { name: 'Due date', exact: true })
  await day.fill('2026-12-24')
  await day.press('Tab')
  await expect.poll(dueDate).toBe('2026-12-24')
  await takeEveryLook(page, 'workflow-due-date')
  await settings.getByText('Day and time', { exact: true }).click()
  await day.fill('2026-12-24')
  await day.press('Tab')
  await expect.poll(dueDate).toMatch(/^2026-12-24T\d\d:00:00\.000Z$/)
  const minutes = settings.getByLabel('Due date: minutes')
  await minutes.press('Backspace')
  await minutes.blur()
  await expect.poll(() => minutes.inputValue()).toBe('00')
  expect(await dueDate()).toMatch(/^2026-12-24T\d\d:00:00\.000Z$/)
  await settings.getByText('From a field', { exact: true }).click()
  await day.fill('{{ $json.until }}')
  await expect.poll(dueDate).toBe('{{ $json.until }}')
})

test('edits a request body as fields and as JSON, and explains what is not valid', async ({
  page,
}) => {
  await signUp(page)
  const nodes = [
    nodeAt('n0', 'trigger.manual', 'Start', { x: 0 }),
    nodeAt('n1', 'http_request', 'Ask', {
      x: 330,
      y: 0,
      params: {
        url: 'https://api.example.com',
        method: 'POST',
        body: { a: 1 },
      },
    }),
  ]
  await openWorkflow(page, 'Asking', { nodes, edges: [edgeBetween('n0', 'n1')] })
  await drawn(page, 'Ask').click()
  const settings = inspector(page, 'Ask')
  await settings.getByRole('textbox', { name: 'Value 1 of Body' }).fill('{{ $json.n }}')
  await settings.getByText('JSON', { exact: true }).click()
  const body = settings.getByRole('textbox', { name: 'Body', exact: true })
  await expect.poll(() => body.textContent()).toBe('{  "a": {{ $json.n }}}')
  await body.fill('{ "a": }')
  await settings.getByText('This is not valid JSON').first().waitFor()
  await body.fill('{ "a": "to {{ $json.n }}" }')
  await settings.getByText('This is not valid JSON').first().waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+s')
  expect((await saved(page)).nodes[1]?.params['body']).toBe('{ "a": "to {{ $json.n }}" }')
})

test('stores only settings that differ from their default, and offers the default again', async ({
  page,
}) => {
  await signUp(page)
  const nodes = [
    nodeAt('n0', 'trigger.manual', 'Start', { x: 0 }),
    nodeAt('n1', 'read_tasks', 'Read', { x: 330 }),
  ]
  await openWorkflow(page, 'Reading', { nodes, edges: [edgeBetween('n0', 'n1')] })
  await drawn(page, 'Read').click()
  const settings = inspector(page, 'Read')
  const skip = settings.getByRole('textbox', { name: 'Skip tag' })
  await skip.fill('x')
  await skip.fill('')
  await page.keyboard.press('ControlOrMeta+s')
  expect((await saved(page)).nodes[1]?.params['skipTag']).toBe('')
  await settings.getByRole('button', { name: 'Use the default: writing:deslopped' }).click()
  await page.keyboard.press('ControlOrMeta+s')
  expect((await saved(page)).nodes[1]?.params).not.toHaveProperty('skipTag')
})
