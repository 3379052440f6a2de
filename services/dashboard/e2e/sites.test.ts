import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { callApi } from './api.ts'
import { expectFineInEveryLook } from './looks.ts'
import { enter, goByKeys, signUp } from './person.ts'
import { paintPictures } from './pictures.ts'
import { test } from './story.ts'

const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the page"]')

/** Creates a site from the first template that is ready, and waits for the editor. */
async function createSite(page: Page, name: string, address = ''): Promise<void> {
  await page
    .getByRole('button', { name: /New site|Create the first site/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'New site' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Web address').fill(address)
  await dialog.getByRole('button', { name: 'Create the site' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

const quotes = async (page: Page) =>
  (await callApi(page, 'GET', '/api/tasks?kind=quote')).body['items'] as Array<
    Record<string, unknown>
  >

test('creates a site from a template, updates its preview while the user types, and publishes it', async ({
  page,
  open,
}) => {
  await enter(page)
  await goByKeys(page, 't')
  await page.getByRole('heading', { name: 'No sites yet' }).waitFor()
  await expectFineInEveryLook(page, 'sites-empty')
  await createSite(page, 'Harbour Studio')
  await preview(page).getByRole('heading', { name: 'Harbour Studio' }).waitFor()

  const headline = page.getByLabel('Headline')
  await headline.fill('')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Fill in this field').waitFor()
  await headline.fill('Sails & <b>covers</b>')
  await preview(page).getByRole('heading', { name: 'Sails & <b>covers</b>' }).waitFor()
  const [sail] = await paintPictures(page, [{ name: 'sail.png', width: 900, height: 500 }])
  if (sail === undefined) throw new Error('nothing is painted')
  await page.getByLabel('File for Picture').setInputFiles(sail)
  await page.getByRole('img', { name: 'Chosen for Picture' }).waitFor()
  await page.getByRole('button', { name: 'From your files' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Image of/ })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('group', { name: 'Services, 1' }).getByLabel('Name').fill('Mainsails')
  await page.getByRole('button', { name: 'Remove Services, 2' }).click()
  await preview(page).getByRole('heading', { name: 'Mainsails' }).waitFor()
  // The preview may have rendered between the two changes.
  await preview(page)
    .getByRole('heading', { name: 'Second service' })
    .waitFor({ state: 'detached' })
  await expectFineInEveryLook(page, 'site')

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Publish with sample text?' })
  await question.getByText('Introduction, Services').waitFor()
  await expectFineInEveryLook(page, 'site-sample-text')
  await question.getByRole('button', { name: 'Publish anyway' }).click()
  await page.getByText('The page is published').waitFor()
  const url = await page.getByRole('link', { name: 'Open the page' }).getAttribute('href')
  const visitor = await open()
  await visitor.goto(String(url))
  await visitor.getByRole('heading', { name: 'Sails & <b>covers</b>' }).waitFor()
  await expect
    .poll(() => visitor.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(900)
  await visitor.getByLabel('Name').fill('Edda')
  await visitor.getByLabel('Email').fill('edda@example.com')
  await visitor.getByLabel('What do you need?').fill('Two mainsails by June')
  await visitor.getByRole('button', { name: 'Send the request' }).click()
  await visitor.getByRole('heading', { name: 'Thank you' }).waitFor()
  expect(await quotes(page)).toMatchObject([
    {
      title: 'Quote request from Edda',
      body: 'Two mainsails by June',
      fields: { email: 'edda@example.com' },
    },
  ])

  await page.getByRole('link', { name: 'Sites', exact: true }).click()
  await page.getByText('Published', { exact: true }).waitFor()
  await expectFineInEveryLook(page, 'sites')
  await page.getByRole('button', { name: 'Actions for Harbour Studio' }).click()
  await page.getByRole('menuitem', { name: 'Unpublish' }).click()
  await page.getByText('Unpublished', { exact: true }).waitFor()
  await expect.poll(async () => (await visitor.request.get(String(url))).status()).toBe(404)
})

test('shows an error below the field if the address is taken, and restores a deleted site with Undo', async ({
  page,
}) => {
  await signUp(page)
  const address = `quay-${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/sites')
  await createSite(page, 'Quay', address)
  await page.getByRole('link', { name: 'Sites', exact: true }).click()
  await page.getByRole('button', { name: 'New site' }).click()
  const dialog = page.getByRole('dialog', { name: 'New site' })
  await dialog.getByLabel('Name').fill('Quay again')
  await dialog.getByLabel('Web address').fill('Not an address!')
  await dialog.getByRole('button', { name: 'Create the site' }).click()
  await dialog.getByText('Use a to z, digits and hyphens').waitFor()
  await dialog.getByLabel('Web address').fill(address)
  await dialog.getByRole('button', { name: 'Create the site' }).click()
  await dialog.getByText(`${address} is taken: choose another one`).waitFor()
  await expectFineInEveryLook(page, 'site-new')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  // A cancelled dialog creates nothing.
  await expect
    .poll(async () => (await callApi(page, 'GET', '/api/template-instances')).body['total'])
    .toBe(1)
  await page.getByRole('button', { name: 'Actions for Quay' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'No sites yet' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Quay' }).waitFor()
})

test('explains the errors of a template in plain words and runs no script in its pages', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/sites/templates')
  await page.getByRole('link', { name: 'Write a template' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Notice')
  const html = page.getByLabel('HTML')
  await html.fill('<h1>{{ title }}</h1>\n{{#if open}}')
  await page.getByText('Line 2: This {{#if}} is never closed').first().waitFor()
  await html.fill(
    '<h1>{{ title }}</h1>{{#each days}}<p>{{ this }}</p>{{/each}}<script>document.body.textContent = "ran"</script><p>The end</p>',
  )
  await page.getByText('The HTML uses title, days without variables').waitFor()
  await page.getByRole('button', { name: 'Add them' }).click()
  const title = page.getByRole('group', { name: 'Variable title' })
  await title.getByLabel('Value of a new site').fill('Closed on Monday')
  await preview(page).getByRole('heading', { name: 'Closed on Monday' }).waitFor()
  await preview(page).getByText('The end').waitFor()
  await expectFineInEveryLook(page, 'template')
  await page.reload()
  await preview(page).getByRole('heading', { name: 'Closed on Monday' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The template is saved').waitFor()
  await page.getByRole('link', { name: 'Sites', exact: true }).click()
  await page.getByRole('link', { name: 'Templates' }).click()
  await page.getByRole('link', { name: 'Notice', exact: true }).waitFor()
  await expectFineInEveryLook(page, 'templates')
  await page.getByRole('link', { name: 'Use Notice for a site' }).click()
  const dialog = page.getByRole('dialog', { name: 'New site' })
  await dialog.getByLabel('Name').fill('Hours')
  await dialog.getByRole('button', { name: 'Create the site' }).click()
  await preview(page).getByRole('heading', { name: 'Closed on Monday' }).waitFor()
})

test('creates a card from a quote request when a form on another origin sends it', async ({
  page,
  open,
  url,
}) => {
  await signUp(page)
  const { body: me } = await callApi(page, 'GET', '/api/me')
  const org = (me['org'] as { slug: string }).slug
  const elsewhere = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>Elsewhere</title><p>Ask us'),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => void elsewhere.close())
  await once(elsewhere, 'listening')
  const visitor = await open()
  const methods: string[] = []
  visitor.on('response', (response) =>
    methods.push(`${response.request().method()} ${response.status()}`),
  )
  await visitor.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
  const status = await visitor.evaluate(
    async ([address, slug]) => {
      const body = {
        org: slug,
        name: 'Ove',
        email: 'ove@example.com',
        message: 'A cover for a dinghy',
      }
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
      const response = await fetch(`${address}/api/public/quotes`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return [response.status, typeof ((await response.json()) as { id: string }).id]
    },
    [url, org],
  )
  expect(status).toEqual([201, 'string'])
  expect(methods).toContain('POST 201')
  await page.goto('/board')
  await page.getByRole('button', { name: 'Quote request from Ove' }).waitFor()
  expect(await quotes(page)).toMatchObject([
    { kind: 'quote', status: 'todo', body: 'A cover for a dinghy', fields: { name: 'Ove' } },
  ])
})
