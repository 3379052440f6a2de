import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

const stage = (page: Page) => page.getByRole('application', { name: 'Canvas of the workflow' })
const drawn = (page: Page, name: string) => stage(page).getByRole('group', { name: new RegExp(`^${name}, `) })
const inspector = (page: Page, name: string) => page.getByRole('region', { name: `Settings of ${name}` })

async function openNewWorkflow(page: Page): Promise<void> {
  await signUp(page)
  await page.goto('/workflows')
  await page.getByText('No workflow yet').waitFor()
  await page.getByRole('button', { name: 'Draw one' }).click()
  await page.getByText('What starts it?').waitFor()
}

/** Finds a node in the palette and adds it behind the chosen one, with the keyboard alone. */
async function addNode(page: Page, search: string): Promise<void> {
  const find = page.getByRole('textbox', { name: 'Search the nodes' })
  if (!(await find.isVisible())) await page.getByRole('button', { name: 'Add a node' }).click()
  await find.fill(search)
  await find.press('Enter')
}

test('a workflow is drawn from two nodes, saved, run, and watched until its card is there', async ({
  page,
}) => {
  await openNewWorkflow(page)
  await expectFineInEveryLook(page, 'canvas-empty')
  await page.getByRole('button', { name: 'Run button' }).click()
  await drawn(page, 'Run button').waitFor()
  await addNode(page, 'create card')
  await drawn(page, 'Create card').waitFor()
  await inspector(page, 'Create card').getByText('This is needed').waitFor()
  await inspector(page, 'Create card')
    .getByRole('textbox', { name: 'Title' })
    .fill('Call the sail maker at {{ $json.firedAt }}')
  await inspector(page, 'Create card').getByText('This is needed').waitFor({ state: 'detached' })
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
  const { body } = await callApi(page, 'GET', '/api/tasks')
  expect(JSON.stringify(body)).toContain('Call the sail maker at 20')
  await page.getByRole('button', { name: 'Back to editing' }).click()
  await page.getByRole('button', { name: 'Runs', exact: true }).click()
  await page.getByRole('region', { name: 'Runs' }).getByText('Completed').waitFor()
  await page.goto('/workflows')
  await page.getByRole('link', { name: 'Morning call' }).first().waitFor()
  await expectFineInEveryLook(page, 'workflows')
})

test('undo takes back a paste as one step, and what is not saved outlives a reload', async ({ page }) => {
  await openNewWorkflow(page)
  await page.getByRole('button', { name: 'Run button' }).click()
  await addNode(page, 'sort')
  await addNode(page, 'limit')
  const nodes = stage(page).locator('.react-flow__node')
  await expect.poll(() => nodes.count()).toBe(3)
  await page.getByRole('button', { name: 'Close the list of nodes' }).click()
  await drawn(page, 'Limit').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+d')
  await expect.poll(() => nodes.count()).toBe(6)
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => nodes.count()).toBe(3)
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect.poll(() => nodes.count()).toBe(6)
  await page.reload()
  await expect.poll(() => nodes.count()).toBe(6)
  await page.getByRole('button', { name: 'Arrange' }).click()
  await takeEveryLook(page, 'canvas-arranged')
})

test('a workflow that lacks something is not activated, and every reason leads to its node', async ({
  page,
}) => {
  await openNewWorkflow(page)
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const settings = inspector(page, 'Schedule')
  await settings.getByText('This is needed').waitFor()
  await page.getByRole('switch', { name: 'Active' }).click()
  await page.getByRole('dialog').getByText('Not activated yet').waitFor()
  await page.keyboard.press('Escape')
  await settings.getByRole('button', { name: 'Usual schedules' }).click()
  await page.getByRole('menuitem', { name: 'On weekdays at 9:00' }).click()
  await settings.getByText('At 09:00, Monday through Friday').waitFor()
  expect(await settings.locator('time').count()).toBe(5)
  await expectFineInEveryLook(page, 'canvas-schedule')
  await page.getByRole('switch', { name: 'Active' }).click()
  await page.getByText('The workflow is active').waitFor()
})

test('a template opens on the canvas', async ({ page }) => {
  await signUp(page)
  await page.goto('/workflows/templates')
  const use = page.getByRole('button', { name: 'Use A post every Monday' })
  await use.waitFor()
  await expectFineInEveryLook(page, 'templates')
  await use.click()
  await drawn(page, 'Write the post').waitFor()
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByText('Nothing is missing', { exact: false }).waitFor()
  await expectFineInEveryLook(page, 'canvas')
  await steps.getByRole('button', { name: /^“Write the post” leaves its posts/ }).click()
  await inspector(page, 'Write the post').waitFor()
  await steps.getByRole('link', { name: 'Channels' }).click()
  await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor()
  await page.goBack()
  await steps.getByRole('button', { name: 'Try it' }).click()
  await page.getByRole('region', { name: 'Try it' }).waitFor()
})

test('a workflow opens with all of its nodes in view', async ({ page }) => {
  await signUp(page)
  const { body } = await callApi(page, 'POST', '/api/workflows', {
    name: 'A wide one',
    graph: {
      nodes: [
        { id: 'n1', type: 'trigger.manual', name: 'First', params: {}, position: { x: 0, y: 0 } },
        { id: 'n2', type: 'create_task', name: 'Last', params: {}, position: { x: 3_000, y: 900 } },
      ],
      edges: [{ from: { node: 'n1', output: 'main' }, to: { node: 'n2', input: 'main' } }],
    },
  })
  await page.goto(`/workflows/${body['id']}`)
  for (const name of ['First', 'Last']) {
    await drawn(page, name).waitFor()
    await expect
      .poll(async () => {
        const [room, box] = [await stage(page).boundingBox(), await drawn(page, name).boundingBox()]
        if (room === null || box === null) return false
        const ends = [box.x + box.width <= room.x + room.width, box.y + box.height <= room.y + room.height]
        return box.x >= room.x && box.y >= room.y && ends.every(Boolean)
      })
      .toBe(true)
  }
})
