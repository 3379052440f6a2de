import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { expectAccessible } from './browser.ts'
import { drawn, edge, edgeBetween, inspector, nodeAt, stage } from './drawing.ts'
import { expectFineInEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? undefined)

test('adds three connected steps from the keyboard, and closes the list of steps after each choice', async ({
  page,
}) => {
  await signUp(page)
  const { body } = await callApi(page, 'POST', '/api/workflows', {
    name: 'Untitled',
    graph: { nodes: [], edges: [] },
  })
  await page.goto(`/workflows/${body['id']}`)
  // Seven interactions: a trigger, then twice a key, a search and Enter.
  await page.getByRole('button', { name: 'Run button' }).click()
  const list = page.getByRole('dialog', { name: 'Add a step' })
  for (const search of ['create card', 'if']) {
    await expect.poll(() => focusedName(page)).toMatch(/^(Run button|Create card), /)
    await page.keyboard.press('/')
    await list.waitFor()
    await page.keyboard.type(search)
    await page.keyboard.press('Enter')
    await list.waitFor({ state: 'detached' })
  }
  // Steps are found by what people call them.
  await page.keyboard.press('/')
  const find = list.getByRole('textbox', { name: 'Search the steps' })
  for (const [search, labels] of [
    ['AI', /^Agent/],
    ['mail', /^(Send email|Read mail)/],
    ['card', /^Create card/],
    ['wait', /^Wait/],
    ['invoice', /invoice/i],
    ['if', /^If/],
  ] as const) {
    await find.fill(search)
    await expect.poll(() => list.locator('[data-first="true"]').textContent()).toMatch(labels)
  }
  await page.keyboard.press('Escape')
  await edge(page, 'Run button', 'Create card').waitFor({ state: 'attached' })
  await edge(page, 'Create card', 'If').waitFor({ state: 'attached' })

  await expect.poll(() => focusedName(page)).toBe('If, If')
  await page.keyboard.press('+')
  await list.waitFor()
  await expectFineInEveryLook(page, 'canvas-step-list')
  // A narrow window has no list, so the list that is open now has opened again.
  await page.getByRole('button', { name: 'Close the list of steps' }).click()
  await drawn(page, 'If').focus()
  await page.keyboard.press('/')
  await list.waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await expect.poll(() => focusedName(page)).toBe('If, If')
  expect(await stage(page).locator('.react-flow__node').count()).toBe(3)
  // Enter moves to the first field of the selected step.
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-inspector]') !== null))
    .toBe(true)
})

test('shows one panel at a time, keeps the selected step in view, and returns the focus', async ({
  page,
}) => {
  await signUp(page)
  const names = ['Start', 'One', 'Two', 'Last']
  const { body } = await callApi(page, 'POST', '/api/workflows', {
    name: 'In a row',
    graph: {
      nodes: names.map((name, at) =>
        nodeAt(`n${at}`, at === 0 ? 'trigger.manual' : 'limit', name, { x: at * 330 }),
      ),
      edges: names.slice(1).map((_, at) => edgeBetween(`n${at}`, `n${at + 1}`)),
    },
  })
  const told = await callApi(page, 'POST', '/api/workflows', {
    name: 'Tell me',
    graph: { nodes: [nodeAt('n0', 'trigger.manual', 'Start', { x: 0 })], edges: [] },
  })
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.goto(`/workflows/${body['id']}`)
  await drawn(page, 'Last').waitFor()
  const isInView = async (name: string) => {
    const [room, box] = [await stage(page).boundingBox(), await drawn(page, name).boundingBox()]
    return (
      room !== null && box !== null && box.x >= room.x && box.x + box.width <= room.x + room.width
    )
  }
  await expect.poll(() => isInView('Last')).toBe(true)
  await drawn(page, 'Last').click()
  await inspector(page, 'Last').waitFor()
  await expect.poll(() => isInView('Last')).toBe(true)
  await expect.poll(() => isInView('Start')).toBe(true)
  const panels = page.getByRole('tabpanel')
  expect(await panels.count()).toBe(1)
  expect((await stage(page).boundingBox())?.width).toBeGreaterThanOrEqual(900)
  await page.getByRole('tab', { name: 'Runs' }).click()
  await page.getByRole('region', { name: 'Runs' }).waitFor()
  await inspector(page, 'Last').waitFor({ state: 'detached' })
  expect(await panels.count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('panel')).toBe('runs')
  await page.reload()
  await page.getByRole('region', { name: 'Runs' }).waitFor()
  // A step that is pressed shows its settings, whatever the panel shows.
  await drawn(page, 'Last').click()
  await inspector(page, 'Last').waitFor()
  await page.getByRole('button', { name: 'Close the panel' }).click()
  await panels.waitFor({ state: 'detached' })
  await expect.poll(() => focusedName(page)).toMatch(/^Last, /)

  const versions = page.getByRole('button', { name: 'Versions', exact: true })
  await versions.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Versions' }).waitFor()
  await page.getByRole('tab', { name: 'Versions' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('region', { name: 'Runs' }).waitFor()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByText('Choose a step on the canvas').waitFor()
  await page.getByRole('button', { name: 'Close the panel' }).click()
  await expect.poll(() => focusedName(page)).toBe('Versions')
  await expectFineInEveryLook(page, 'canvas-without-panel')
  await page.getByRole('button', { name: 'If it fails' }).click()
  const failure = page.getByRole('region', { name: 'If it fails' })
  await failure.getByRole('combobox', { name: 'Start this workflow' }).click()
  await page.getByRole('option', { name: 'Tell me' }).click()
  await page.getByText('A workflow starts when In a row fails').waitFor()
  await expectAccessible(page)
  const chosen = await callApi(page, 'GET', `/api/workflows/${body['id']}`)
  expect(chosen.body['errorWorkflow']).toBe(told.body['id'])
  await drawn(page, 'Two').click()
  await inspector(page, 'Two').waitFor()
  await expectFineInEveryLook(page, 'canvas-with-panel')
})
