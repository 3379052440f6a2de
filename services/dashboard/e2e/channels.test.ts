import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { otherClient } from './api.ts'
import { endRoutes } from './browser.ts'
import { compose } from './composing.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

async function openChannels(page: Page): Promise<void> {
  await signUp(page)
  await page.goto('/channels')
  await page.getByText('No account is connected').waitFor()
}

/** Opens a network's consent page and approves or denies access. */
async function consent(page: Page, network: string, decision: 'Approve' | 'Deny'): Promise<void> {
  await page.getByRole('link', { name: `Connect ${network}`, exact: true }).click()
  await page.getByRole('button', { name: decision }).click()
  await page.getByRole('heading', { name: 'Accounts' }).waitFor()
}

const channels = (page: Page) => page.getByRole('list', { name: 'Connected accounts' })

/** Runs an action from the menu of the first channel. */
async function act(page: Page, action: string): Promise<void> {
  await channels(page)
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action }).click()
  // While the menu closes, it still covers the page.
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

/**
 * Makes one network look as if it is not set up. `missing` lists the missing variables, which only
 * admins see.
 */
const withDormant = (page: Page, network: string, missing: readonly string[]) =>
  page.route('**/api/connect/networks', async (route) => {
    const response = await route.fetch()
    const { items } = (await response.json()) as { items: Array<{ network: string }> }
    const json = {
      items: items.map((item) =>
        item.network === network
          ? { ...item, configured: false, canPublish: false, missing }
          : item,
      ),
    }
    await route.fulfill({ response, json })
  })

test('connects a Page through the consent page and the Page choice, then shares, renames and disconnects it', async ({
  page,
}) => {
  await openChannels(page)
  await consent(page, 'Facebook Pages', 'Approve')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Choose Pages to connect').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Facebook Pages: choose Pages').waitFor()
  await page.getByRole('button', { name: 'Choose', exact: true }).click()
  await dialog.getByRole('button', { name: 'Connect 2 Pages' }).waitFor()
  await dialog.getByRole('checkbox').last().uncheck()
  const name = (await dialog.getByRole('group').locator('bdi').first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await channels(page).getByText(name, { exact: true }).waitFor()
  await page.getByText('Facebook Pages: choose Pages').waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).search).toBe('')

  await channels(page).getByText('Only you').waitFor()
  await channels(page).getByText('Long-lived', { exact: true }).waitFor()
  await channels(page).getByText('does not expire', { exact: true }).waitFor()
  await act(page, 'Share with members')
  await channels(page).getByText('Shared with members').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await channels(page).getByText('Only you').waitFor()
  await act(page, 'Rename')
  await dialog.getByLabel('Name').fill('The shop on the quay')
  await takeEveryLook(page, 'channels-rename')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await channels(page).getByText('The shop on the quay').waitFor()
  await act(page, 'Permissions')
  await dialog.getByText('Atrium has every permission it needs.').waitFor()
  await page.keyboard.press('Escape')
  await act(page, 'Posting times')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(5)
  await dialog.getByRole('button', { name: 'Remove Sat 09:00' }).waitFor({ state: 'detached' })
  await expectFineInEveryLook(page, 'channels-slots')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Posting times saved').waitFor()
  const composer = await compose(page)
  await composer.getByText('At a time').click()
  await page.getByRole('button', { name: /^Next free time: / }).click()
  await page.goto('/channels')
  await act(page, 'Disconnect')
  await dialog.getByText('posts for this account are not published').waitFor()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('No account is connected').waitFor()
})

test('connects a language model with a key and never shows the key again', async ({ page }) => {
  await openChannels(page)
  await page.getByRole('button', { name: 'Paste a key of a language model' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'openrouter.ai' }).waitFor()
  await dialog.getByRole('radio', { name: 'OpenAI' }).click()
  await dialog.getByRole('link', { name: 'platform.openai.com' }).waitFor()
  await dialog.getByRole('radio', { name: 'OpenRouter' }).click()
  await dialog.getByLabel('Key', { exact: true }).fill('sk-nobody-gave-this-key')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await dialog.getByText('The network refused the token').waitFor()
  await dialog.getByLabel('Key', { exact: true }).fill('sandbox-model-key')
  await dialog.getByLabel('Name').fill('Our gateway')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await channels(page).getByText('Our gateway').waitFor()
  await channels(page).getByText('AI account').waitFor()
  expect(await page.content()).not.toContain('sandbox-model-key')
  await act(page, 'Paste a new key')
  await dialog.getByText('Connect an AI account').waitFor()
})

test('says what to do when access is denied and keeps the page usable', async ({ page }) => {
  await openChannels(page)
  await consent(page, 'Facebook Pages', 'Deny')
  const alert = page.getByRole('alert')
  await alert.getByText('Access was not allowed').waitFor()
  await alert.getByText('Permissions error').waitFor()
  await alert.getByRole('button', { name: 'Close the message' }).click()
  await alert.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).search).toBe('')
  const hostile = new URLSearchParams({
    error: 'constructor',
    detail: '<img src=x onerror=alert(1)>',
  })
  await page.goto(`/channels?${hostile}`)
  await alert.getByText('<img src=x onerror=alert(1)>').waitFor()
})

test('connects with a pasted token, and shows the error below the field if the token is wrong', async ({
  page,
}) => {
  await openChannels(page)
  await page.getByRole('button', { name: 'Paste a token of Notion' }).click()
  const dialog = page.getByRole('dialog')
  const token = dialog.getByRole('textbox', { name: 'Token' })
  await token.fill('ntn_of_another_network')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect.poll(() => token.getAttribute('aria-invalid')).toBe('true')
  expect(await token.inputValue()).toBe('ntn_of_another_network')
  await token.fill('ntn_sandbox_integration_token')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await channels(page).getByText('Notion').waitFor()
})

test('names the missing variables to an admin and who can help to a member if a network is not set up', async ({
  page,
}) => {
  await withDormant(page, 'photonet', ['PHOTONET_CLIENT_ID', 'PHOTONET_CLIENT_SECRET'])
  await openChannels(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Instagram' })
  await row.getByText('PHOTONET_CLIENT_SECRET').waitFor()
  expect(await row.getByRole('link').count()).toBe(0)
  await endRoutes(page)
  await withDormant(page, 'photonet', [])
  await page.reload()
  await row.getByText('An administrator of Atrium can set it up').waitFor()
  await takeEveryLook(page, 'channels-dormant')
})

test('updates a channel without a reload when another client renames it or the network revokes it', async ({
  page,
}) => {
  await openChannels(page)
  await page.getByRole('link', { name: 'Connect Instagram', exact: true }).click()
  const sandbox = new URL(page.url()).origin
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('heading', { name: 'Accounts' }).waitFor()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').last().uncheck()
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await channels(page).getByText('Instagram').waitFor()
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
  const call = await otherClient(page)
  const { items } = (await (await call('/api/connectors')).json()) as {
    items: Array<{ id: string }>
  }
  const renamed = await call(`/api/connectors/${items[0]?.id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Pictures of the quay' }),
  })
  expect(renamed.status).toBe(200)
  await channels(page).getByText('Pictures of the quay').waitFor()
  const revoked = await fetch(`${sandbox}/photonet/tokens`, {
    method: 'POST',
    body: new URLSearchParams({ state: 'revoked' }),
  })
  expect(revoked.ok).toBe(true)
  await call(`/api/connect/photonet/introspect?channelId=${items[0]?.id}`)
  await channels(page).getByRole('link', { name: 'Reconnect Pictures of the quay' }).waitFor()
  await expectFineInEveryLook(page, 'channels-broken')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page
    .getByRole('region', { name: 'Needs your attention' })
    .getByRole('link')
    .first()
    .waitFor()
  await takeEveryLook(page, 'home-attention')
})

test('shows accessible channels without overflow in every state', async ({ page }) => {
  await withDormant(page, 'forumnet', ['FORUMNET_CLIENT_ID', 'FORUMNET_CLIENT_SECRET'])
  await openChannels(page)
  await expectFineInEveryLook(page, 'channels-empty')
  await consent(page, 'Facebook Pages', 'Approve')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Choose Pages to connect').waitFor()
  await expectFineInEveryLook(page, 'channels-choice')
  await dialog.getByRole('switch', { name: 'Share with your team' }).click()
  await dialog.getByRole('button', { name: 'Connect 2 Pages' }).click()
  await expect.poll(() => channels(page).getByText('Shared with members').count()).toBe(2)
  await act(page, 'Disconnect')
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(() => channels(page).getByRole('listitem').count()).toBe(1)
  await consent(page, 'Facebook Pages', 'Approve')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  const error = new URLSearchParams({
    error: 'no_pages_found',
    detail: 'The account manages no Page',
  })
  await page.goto(`/channels?${error}`)
  await page.getByText('Almost connected').waitFor()
  await channels(page).waitFor()
  await expectFineInEveryLook(page, 'channels')
  await page.getByRole('button', { name: 'Paste a token of Facebook Pages' }).click()
  await dialog.getByRole('textbox', { name: 'Token' }).waitFor()
  await expectFineInEveryLook(page, 'channels-token')
  await page.keyboard.press('Escape')
  await act(page, 'Permissions')
  await dialog.getByText('Atrium has every permission it needs.').waitFor()
  await expectFineInEveryLook(page, 'channels-granted')
  await page.keyboard.press('Escape')
  await act(page, 'Disconnect')
  await expectFineInEveryLook(page, 'channels-disconnect')
})
