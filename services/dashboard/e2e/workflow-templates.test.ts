import { expect } from 'vitest'
import { drawn, inspector } from './drawing.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

test('opens a template on the canvas', async ({ page }) => {
  await signUp(page)
  await page.goto('/workflows/templates')
  const use = page.getByRole('button', { name: 'Use A post every Monday' })
  await use.waitFor()
  await expectFineInEveryLook(page, 'workflow-templates')
  await page.getByLabel('Search the templates').fill('no template has this')
  await page.getByText('No template matches').waitFor()
  await takeEveryLook(page, 'workflow-templates-none')
  await page.getByLabel('Search the templates').fill('every monday')
  await use.waitFor()
  // The URL keeps the search, even after a reload.
  await page.reload()
  await use.waitFor()
  expect(await page.getByRole('button', { name: /^Use / }).count()).toBe(1)
  await use.click()
  await drawn(page, 'Write the post').waitFor()
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByText('Nothing is missing', { exact: false }).waitFor()
  await expectFineInEveryLook(page, 'canvas')
  await steps.getByRole('button', { name: /^“Write the post” leaves its posts/ }).click()
  await inspector(page, 'Write the post').waitFor()
  await page.getByRole('tab', { name: 'First steps' }).click()
  await steps.getByRole('link', { name: 'Accounts' }).click()
  await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor()
  await page.goBack()
  await steps.getByRole('button', { name: 'Try it' }).click()
  await page.getByRole('region', { name: 'Try it' }).waitFor()
})

test('opens a template with AI from its own group', async ({ page }) => {
  await signUp(page)
  await page.goto('/workflows/templates')
  await page.getByRole('radiogroup', { name: 'Kind of template' }).getByText('With AI').click()
  await page.getByRole('button', { name: 'Use Sort my inbox and draft replies' }).waitFor()
  expect(await page.getByRole('button', { name: /^Use / }).count()).toBe(6)
  expect(new URL(page.url()).searchParams.get('group')).toBe('ai')
  await page.getByRole('button', { name: 'Use Summarise the week' }).click()
  await drawn(page, 'Write the summary').waitFor()
})
