import { expect } from 'vitest'
import { callApi } from './api.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { enter, goByKeys, signUp } from './person.ts'
import { test } from './story.ts'
import { connectModel } from './writing.ts'

test('writes, tries, changes, compares, restores and finds a skill, and keeps it while a workflow uses it', async ({
  page,
}) => {
  await enter(page)
  await goByKeys(page, 'k')
  await page.getByText('No writing guides yet').waitFor()
  await takeEveryLook(page, 'skills-empty')
  await page.getByRole('link', { name: 'Write the first writing guide' }).click()
  await page.getByRole('button', { name: 'Create the writing guide' }).click()
  await page.getByText('Enter a name').waitFor()
  await page.getByLabel('Name').fill('Our voice')
  const body = page.getByRole('textbox', { name: 'Text', exact: true })
  await body.fill('Write briefly. [[say:Bread, fresh at nine.]]')
  await takeEveryLook(page, 'skill-new')
  await page.getByRole('button', { name: 'Create the writing guide' }).click()
  await page.getByRole('heading', { name: 'Our voice' }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await connectModel(page)
  await page.getByLabel('Text to try it on').fill('We are happy to announce that there is bread.')
  await page.getByRole('button', { name: 'Try version 1' }).click()
  await page.getByText('Bread, fresh at nine.', { exact: true }).waitFor()
  await page.getByText(/^Cost no credits/).waitFor()

  await body.fill('Write briefly and kindly. [[say:Bread, fresh at nine.]]')
  await page.reload()
  expect(await body.inputValue()).toContain('kindly')
  await body.press('ControlOrMeta+s')
  await page.getByText('Saved as version 2').waitFor()
  const position = { x: 0, y: 0 }
  const graph = {
    nodes: [
      { id: 'start', type: 'trigger.manual', name: 'Start', position, params: {} },
      {
        id: 'write',
        type: 'agent',
        name: 'Write',
        position,
        params: { prompt: 'Write', skill: `${id}@1` },
      },
    ],
    edges: [{ from: { node: 'start', output: 'main' }, to: { node: 'write', input: 'main' } }],
  }
  const workflow = await callApi(page, 'POST', '/api/workflows', { name: 'Morning post', graph })
  const active = await callApi(page, 'PATCH', `/api/workflows/${workflow.body['id']}`, {
    active: true,
  })
  expect([workflow.status, active.status]).toEqual([201, 200])
  await page.reload()
  await page.getByText('Active, always version 1').waitFor()
  await expectFineInEveryLook(page, 'skill')

  await page.getByRole('button', { name: 'Compare version 1' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('region', { name: 'Text of version 2' })
    .locator('ins')
    .getByText('and kindly')
    .waitFor()
  await takeEveryLook(page, 'skill-versions')
  await dialog.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByText('Version 1 is restored as version 3').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => body.inputValue()).not.toContain('kindly')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the reference of version 2' }).click()
  await page.getByText('The reference of version 2 is copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${id}@2`)

  await page.getByRole('button', { name: 'Delete the writing guide' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('The active workflow "Morning post" uses this writing guide').waitFor()
  await takeEveryLook(page, 'skill-in-use')
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('link', { name: 'All writing guides' }).click()
  await page.getByLabel('Search writing guides').fill('nothing like it')
  await page.getByText('No writing guide found').waitFor()
  await page.getByLabel('Search writing guides').fill('VOICE')
  await page.getByRole('link', { name: /Our voice.*1 workflow/ }).waitFor()
  await expectFineInEveryLook(page, 'skills')
})

test('keeps text that is typed during a save as the next change', async ({ page }) => {
  await signUp(page)
  const { body } = await callApi(page, 'POST', '/api/skills', {
    name: 'Voice',
    kind: 'writing',
    body: 'Write briefly.',
  })
  await page.goto(`/writing-guides/${body['id']}`)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const { promise: typed, resolve: send } = Promise.withResolvers<void>()
  await page.route(`**/api/skills/${body['id']}`, async (route) => {
    if (route.request().method() === 'PATCH') await typed
    await route.continue()
  })
  await text.fill('Write kindly.')
  await text.press('ControlOrMeta+s')
  await text.fill('Write kindly. Be plain.')
  send()
  await page.getByText('Saved as version 2').waitFor()
  expect(await text.inputValue()).toBe('Write kindly. Be plain.')
  await page.getByRole('button', { name: 'Save as version 3' }).click()
  await page.getByText('Saved as version 3').waitFor()
  const saved = await callApi(page, 'GET', `/api/skills/${body['id']}`)
  expect(saved.body['body']).toBe('Write kindly. Be plain.')
})
