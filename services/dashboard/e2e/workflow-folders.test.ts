import { expect } from 'vitest'
import { callApi } from './api.ts'
import { expectAccessible } from './browser.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

test('moves a workflow into a folder, tags it, and lists the folder by its address', async ({
  page,
}) => {
  await signUp(page)
  const graph = { nodes: [{ id: 'start', type: 'trigger.manual', name: 'Start' }], edges: [] }
  for (const name of ['Morning call', 'Evening call']) {
    await callApi(page, 'POST', '/api/workflows', { name, graph })
  }
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'Actions for Morning call' }).click()
  await page.getByRole('menuitem', { name: 'Folder and tags' }).click()
  const dialog = page.getByRole('dialog', { name: 'Folder and tags' })
  await dialog.getByRole('combobox', { name: 'Folder' }).fill('Clients')
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('calls')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Folder Clients' }).click()
  const list = page.getByRole('list', { name: 'Workflows' })
  await list.getByText('Evening call').waitFor({ state: 'detached' })
  await list.getByText('Morning call').waitFor()
  expect(new URL(page.url()).searchParams.get('folder')).toBe('Clients')
  await expectAccessible(page)
  await page.reload()
  await list.getByText('Morning call').waitFor()
  await page.getByRole('combobox', { name: 'Folder', exact: true }).selectOption('Without a folder')
  await list.getByText('Evening call').waitFor()
  await list.getByText('Morning call').waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Folder', exact: true }).selectOption('All folders')
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('calls')
  await list.getByText('Evening call').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Actions for Morning call' }).click()
  await page.getByRole('menuitem', { name: 'Folder and tags' }).click()
  await dialog.getByRole('combobox', { name: 'Folder' }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Folder Clients' }).waitFor({ state: 'detached' })
})
