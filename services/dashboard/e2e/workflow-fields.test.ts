import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { expectAccessible } from './browser.ts'
import { drawn, edgeBetween, inspector, nodeAt } from './drawing.ts'
import { takeEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

const readNodes = async (page: Page): Promise<{ params: Record<string, unknown> }[]> => {
  const id = /\/workflows\/([^/?]+)/.exec(page.url())?.[1] ?? ''
  const { body } = await callApi(page, 'GET', `/api/workflows/${id}`)
  return (body['graph'] as { nodes: { params: Record<string, unknown> }[] }).nodes
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByRole('button', { name: 'Saved' }).waitFor()
}

async function openWorkflow(page: Page, title: string): Promise<Locator> {
  await signUp(page)
  const nodes = [
    nodeAt('n0', 'trigger.event', 'Invoice paid', {
      x: 0,
      params: { eventType: 'invoice.paid' },
    }),
    nodeAt('n1', 'create_card', 'Thank them', { x: 330, params: { title } }),
  ]
  const graph = { nodes, edges: [edgeBetween('n0', 'n1')] }
  const { body } = await callApi(page, 'POST', '/api/workflows', { name: 'Thanks', graph })
  await page.goto(`/workflows/${String(body['id'])}`)
  await drawn(page, 'Thank them').click()
  return inspector(page, 'Thank them')
}

const listRules = [
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-required-children',
  'aria-valid-attr-value',
  'color-contrast',
  'label',
  'nested-interactive',
  'region',
]
const chips = (field: Locator): Locator => field.locator('[data-chip]')

test('inserts a field by its name, deletes it as one unit, and shows its code', async ({
  page,
}) => {
  const settings = await openWorkflow(page, 'Thank you')
  const title = settings.getByRole('textbox', { name: 'Title' })
  await title.press('ControlOrMeta+End')
  await title.pressSequentially(' for ')
  await settings.getByRole('button', { name: 'Insert a field into Title' }).click()
  const search = page.getByRole('textbox', { name: 'Search the fields' })
  await search.waitFor()
  await search.press('Escape')
  await search.waitFor({ state: 'detached' })
  await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
  // The key changes the text and not the drawing.
  await page.keyboard.press('Backspace')
  await expect.poll(() => title.textContent()).toBe('Thank you for')
  await page.keyboard.type(' ')
  await settings.getByRole('button', { name: 'Insert a field into Title' }).click()
  await search.waitFor()
  // The list may cover a button of the panel, so the sizes of targets are not checked here.
  await expectAccessible(page, listRules)
  await takeEveryLook(page, 'workflow-field-picker')
  await search.fill('number')
  await search.press('Enter')
  await expect
    .poll(() => chips(title).allTextContents())
    .toEqual([expect.stringMatching(/number/i)])
  await title.pressSequentially('!')
  await save(page)
  expect((await readNodes(page))[1]?.params['title']).toBe('Thank you for {{ $json.number }}!')
  // A list of tags takes fields too, and shows them by name.
  await settings.getByRole('button', { name: 'Insert a field into Tags' }).click()
  await search.fill('currency')
  await search.press('Enter')
  await settings.getByLabel('Remove Currency').waitFor()
  await save(page)
  expect((await readNodes(page))[1]?.params['tags']).toEqual(['{{ $json.currency }}'])
  await expectAccessible(page)
  await takeEveryLook(page, 'workflow-field-chip')

  await settings.getByRole('button', { name: 'Show code' }).click()
  await expect.poll(() => title.textContent()).toBe('Thank you for {{ $json.number }}!')
  await settings.getByRole('button', { name: 'Show names' }).click()
  await title.press('ControlOrMeta+End')
  // The caret steps over the chip, so the text lands on its other side.
  await title.press('ArrowLeft')
  await title.press('ArrowLeft')
  await title.pressSequentially('no. ')
  await title.press('ArrowRight')
  await title.press('Backspace')
  await save(page)
  expect((await readNodes(page))[1]?.params['title']).toBe('Thank you for no. !')
  await title.press('ControlOrMeta+z')
  await expect.poll(() => chips(title).count()).toBe(1)
})

test('inserts an amount with its currency, and changes how a chip is written', async ({ page }) => {
  const settings = await openWorkflow(page, 'Paid: ')
  const title = settings.getByRole('textbox', { name: 'Title' })
  const insert = async (name: RegExp) => {
    await settings.getByRole('button', { name: 'Insert a field into Title' }).click()
    await page.getByRole('option', { name }).click()
  }
  await title.press('ControlOrMeta+End')
  await insert(/^Amount/)
  await settings.getByText('For example: Paid: €1,586.28').waitFor()
  await title.pressSequentially(' by ')
  await insert(/^Invoice number/)
  await settings.getByRole('button', { name: 'Format “Invoice number” as…' }).click()
  const menu = page.getByRole('dialog', { name: 'Format “Invoice number” as…' })
  await menu.getByRole('textbox', { name: 'If it is empty, insert' }).fill('a new invoice')
  await expectAccessible(page, listRules)
  await takeEveryLook(page, 'workflow-field-format')
  await menu.getByRole('button', { name: /^Small letters/ }).click()
  await menu.waitFor({ state: 'detached' })
  await save(page)
  expect((await readNodes(page))[1]?.params['title']).toBe(
    "Paid: {{ $json.totalAmountCents | money: $json.currency }} by {{ $json.number | lower | default: 'a new invoice' }}",
  )

  await chips(title).first().click()
  const amount = page.getByRole('dialog', { name: 'Format “Amount” as…' })
  await amount.getByRole('button', { name: /^As it is/ }).click()
  await settings.getByText('For example: Paid: 158628 by').waitFor()
})

test('offers fields while typing, and keeps code that no chip can show', async ({ page }) => {
  const written = 'About {{ $json.unknown.field }} and {{$json.number}}'
  const settings = await openWorkflow(page, written)
  const title = settings.getByRole('textbox', { name: 'Title' })
  await expect.poll(() => chips(title).count()).toBe(1)
  expect(await title.textContent()).toContain('{{ $json.unknown.field }}')
  await title.click()
  await drawn(page, 'Invoice paid').click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  expect((await readNodes(page))[1]?.params['title']).toBe(written)

  await drawn(page, 'Thank them').click()
  await title.press('ControlOrMeta+End')
  await title.pressSequentially(' 1 /2')
  await title.press('Enter')
  await expect.poll(() => chips(title).count()).toBe(1)
  for (const _ of '\n2/ 1 ') await title.press('Backspace')
  await title.pressSequentially(' /curr')
  await page.getByRole('option', { name: /currency/i }).waitFor()
  await title.press('Enter')
  await expect.poll(() => chips(title).count()).toBe(2)
  await title.pressSequentially(' {{ $json.cust')
  await page.getByRole('option').first().waitFor()
  await title.press('Escape')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  await title.pressSequentially('omerId }}')
  await save(page)
  expect((await readNodes(page))[1]?.params['title']).toBe(
    `${written} {{ $json.currency }} {{ $json.customerId }}`,
  )
})
