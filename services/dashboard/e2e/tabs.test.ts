import type { Page } from 'playwright-core'
import { createTask, enter } from './person.ts'
import { test } from './story.ts'

async function openTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(path)
  await tab.getByText('Live', { exact: true }).waitFor()
  return tab
}

test('keeps every tab usable and up to date even if there are more tabs than a browser opens connections', async ({
  page,
}) => {
  await enter(page)
  const tabs: Page[] = []
  for (let count = 0; count < 7; count += 1) tabs.push(await openTab(page, '/board'))
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await createTask(page, 'Seen in every tab')
  for (const tab of tabs) await tab.getByRole('button', { name: 'Seen in every tab' }).waitFor()
  // One tab holds the event stream for all. Another takes over when the first page closes.
  await page.close()
  const [first, ...others] = tabs
  if (first === undefined) throw new Error('no tab')
  await createTask(first, 'Seen without the first')
  for (const tab of others)
    await tab.getByRole('button', { name: 'Seen without the first' }).waitFor()
})

test('updates every tab when the organisation changes or the user signs out', async ({ page }) => {
  await enter(page, 'Rigging Loft')
  await page.getByRole('button', { name: 'Rigging Loft' }).click()
  await page.getByRole('menuitem', { name: 'New organisation' }).click()
  await page.getByLabel('Organisation').fill('Sail Loft')
  await page.getByRole('button', { name: 'Create organisation' }).click()
  await page.getByRole('button', { name: 'Sail Loft' }).waitFor()
  const tab = await openTab(page, '/board')

  // Switch on Home, because the page opens Home after every switch.
  await page.getByRole('button', { name: 'Sail Loft' }).click()
  await page.getByRole('menuitem', { name: 'Rigging Loft' }).click()
  await page.getByRole('button', { name: 'Rigging Loft' }).waitFor()
  await page.getByRole('main').getByText('Created the organisation Rigging Loft').waitFor()
  await tab.getByRole('button', { name: 'Rigging Loft' }).waitFor()
  await tab.getByRole('heading', { name: 'Home' }).waitFor()

  // A narrow screen shows the status and the organisation in a bar above every page.
  await page.setViewportSize({ width: 380, height: 760 })
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  const top = page.getByRole('region', { name: 'Top bar' })
  await top.getByText('Live', { exact: true }).waitFor()
  await top.getByRole('button', { name: 'Rigging Loft' }).click()
  await page.getByRole('menuitem', { name: 'Sail Loft' }).click()
  await top.getByRole('button', { name: 'Sail Loft' }).waitFor()
  await tab.getByRole('button', { name: 'Sail Loft' }).waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('button', { name: 'Owner', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await tab.waitForURL(/\/sign-in\?next=%2F/)
  // The URL changes before the page does.
  await tab.getByRole('heading', { level: 1, name: 'Sign in to Atrium', exact: true }).waitFor()
})
