import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { expectFineInEveryLook } from './looks.ts'
import { enter, newPerson, signUp } from './person.ts'
import { test } from './story.ts'

const withWorkers = { serviceWorkers: 'allow' } as const

const untilWorkerRuns = (page: Page) =>
  page.evaluate(async () => void (await navigator.serviceWorker.ready))

/** Shares as another app of the phone does: a form that the browser sends to the share target. */
const share = (page: Page, texts: Record<string, string>, picture?: string) =>
  page.evaluate(
    async ([fields, base64]) => {
      const form = document.createElement('form')
      form.method = 'post'
      form.action = '/share'
      form.enctype = 'multipart/form-data'
      for (const [name, value] of Object.entries(fields)) {
        const input = document.createElement('input')
        Object.assign(input, { name, value })
        form.append(input)
      }
      if (base64 !== undefined) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        const list = new DataTransfer()
        list.items.add(new File([bytes], 'cake.png', { type: 'image/png' }))
        const input = document.createElement('input')
        Object.assign(input, { name: 'files', type: 'file', files: list.files })
        form.append(input)
      }
      document.body.append(form)
      form.submit()
    },
    [texts, picture] as const,
  )

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('can be installed, and shows a page of its own until the platform is reached again', async ({
  open,
}) => {
  const page = await open(withWorkers)
  await enter(page)
  await untilWorkerRuns(page)
  const session = await page.context().newCDPSession(page)
  const manifest = await session.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  expect(new URL(manifest.url).pathname).toBe('/manifest.webmanifest')
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // Each test has a private window.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  await page.goto('/board')
  await page.getByRole('heading', { name: 'Board' }).waitFor()
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Atrium cannot be reached' }).waitFor()
  await expectFineInEveryLook(page, 'offline')
  expect(new URL(page.url()).pathname).toBe('/board')
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Board' }).waitFor()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.toSorted()).toEqual(['/icon.svg', '/offline.css', '/offline.html', '/offline.js'])
})

test('keeps a shared link until the user has signed in, and saves it as a card', async ({
  open,
}) => {
  const page = await open(withWorkers)
  const { email } = newPerson()
  const { password } = await signUp(page, 'Harbour Studio', { email })
  await page.goto('/')
  await untilWorkerRuns(page)
  await callApi(page, 'POST', '/api/auth/sign-out', {})
  await share(page, { title: 'A bakery', text: 'Look: https://bakery.example/cakes' })
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('https://bakery.example/cakes', { exact: true }).waitFor()
  await expectFineInEveryLook(page, 'share-link')
  await page.getByRole('button', { name: 'Save link to the board' }).click()
  await page.waitForURL(/\/board\?card=/)
  const { body } = await callApi(page, 'GET', '/api/tasks?kind=link')
  expect(body).toMatchObject({ total: 1, items: [{ kind: 'link' }] })
  await page.goto('/share')
  await page.getByText('Nothing is shared').waitFor()
})

test('opens a new post with a shared picture and text', async ({ open }) => {
  const page = await open(withWorkers)
  await enter(page)
  await untilWorkerRuns(page)
  await share(page, { text: 'The first rye of the season' }, pixel)
  await page.getByRole('img', { name: 'cake.png' }).waitFor()
  await page.getByRole('button', { name: 'New post' }).click()
  const composer = page.getByRole('dialog', { name: 'New post' })
  await composer.getByText('The first rye of the season').first().waitFor()
  const { body } = await callApi(page, 'GET', '/api/assets')
  const [file] = body['items'] as { url: string; visibility: string }[]
  expect(file?.visibility).toBe('pub')
  await composer.locator(`img[src^="${file?.url}"]`).first().waitFor()
})
