import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { otherClient } from './api.ts'
import { startCuttingProxy } from './cutting-proxy.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { signUp, signUpByHand } from './person.ts'
import { type PictureFile, paintNoise, paintPictures } from './pictures.ts'
import { test } from './story.ts'

async function openLibrary(page: Page, begin = signUp): Promise<void> {
  await begin(page)
  await page.goto('/files')
  await page.getByText('No files yet').waitFor()
}

async function choose(page: Page, files: PictureFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload files' }).click()
  await (await chooser).setFiles(files)
}

const tiles = (page: Page) => page.getByRole('grid', { name: 'Files' }).getByRole('button')

async function untilFiles(page: Page, count: number): Promise<void> {
  await expect.poll(() => tiles(page).count(), { timeout: 60_000 }).toBe(count)
}

const scenes = [
  { name: 'harbour.png', width: 1_200, height: 800 },
  { name: 'tall.png', width: 600, height: 1_400 },
  { name: 'square.png', width: 700, height: 700 },
]

test('shows an accessible library without overflow, empty, filled, with a rejected file and with an open one', async ({
  page,
}) => {
  await openLibrary(page)
  await expectFineInEveryLook(page, 'assets-empty')
  const many = Array.from({ length: 9 }, (_, index) => ({
    name: `scene ${index}.png`,
    width: 640 + 40 * index,
    height: 480,
  }))
  await choose(page, await paintPictures(page, many))
  await untilFiles(page, 9)
  await page.getByText('9 files are stored').waitFor()
  await page.getByLabel('New files are').selectOption('priv')
  await choose(page, await paintPictures(page, scenes))
  await untilFiles(page, 12)
  await page.getByText('3 files are stored').waitFor()
  await page.getByText('3 files are stored').waitFor({ state: 'detached' })
  await choose(page, [
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
    {
      name: `${'long '.repeat(60)}<b>name</b>.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    },
  ])
  await page.getByText('2 files were not stored').waitFor()
  await expectFineInEveryLook(page, 'assets')
  await page.getByRole('button', { name: 'Take notes.txt off the list' }).click()
  await tiles(page).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy the link' }).waitFor()
  await expectFineInEveryLook(page, 'asset')
})

test('stores several files at once and gives a reason if a file is neither an image nor a video', async ({
  page,
}) => {
  await openLibrary(page)
  await choose(page, [
    ...(await paintPictures(page, scenes)),
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
  ])
  await untilFiles(page, 3)
  await page.getByText('3 files,').waitFor()
  const tray = page.getByRole('region', { name: 'Uploads' })
  await tray.getByText('1 file was not stored').waitFor()
  await tray.getByRole('alert').waitFor()
  expect(await tray.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await tray.getByRole('button', { name: 'Take notes.txt off the list' }).click()
  await tray.waitFor({ state: 'detached' })
})

test('stores pasted and dropped files privately unless the page says otherwise', async ({
  page,
}) => {
  await openLibrary(page)
  await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 32 })
    canvas.getContext('2d')?.fillRect(0, 0, 32, 32)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    const data = new DataTransfer()
    data.items.add(new File([blob ?? ''], 'pasted.png', { type: 'image/png' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  })
  await untilFiles(page, 1)
  await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 48, height: 48 })
    canvas.getContext('2d')?.fillRect(0, 0, 24, 48)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([blob ?? ''], 'dropped.png', { type: 'image/png' }))
    const target = document.querySelector('.mantine-Dropzone-root')
    for (const type of ['dragenter', 'dragover', 'drop']) {
      target?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    }
  })
  await untilFiles(page, 2)
  expect(await page.getByRole('button', { name: /Image, .*PNG.*private/ }).count()).toBe(2)
  await page.getByLabel('Access').selectOption('pub')
  await page.getByText('No file matches').waitFor()
  await takeEveryLook(page, 'assets-no-match')
  expect(new URL(page.url()).searchParams.get('visibility')).toBe('pub')
})

test('stores nothing if an upload is cut off, and sends the file again on retry', async ({
  open,
}) => {
  const proxy = await startCuttingProxy()
  // Chromium does not proxy requests to its own machine unless `<-loopback>` is set.
  const page = await open({
    proxy: { server: proxy.server, bypass: '<-loopback>' },
  })
  // Sign up in the page, because requests from outside the page do not use this context's proxy.
  await openLibrary(page, signUpByHand)
  const call = await otherClient(page)
  const count = async () =>
    ((await (await call('/api/assets/usage')).json()) as { count: number }).count
  const picture = await paintNoise(page, 'noise.png', 1_000)
  proxy.cut('/api/assets', picture.buffer.length / 2)
  await choose(page, [picture])
  const tray = page.getByRole('region', { name: 'Uploads' })
  await tray.getByText('Atrium cannot be reached').waitFor()
  await takeEveryLook(page, 'assets-cut')
  expect([await count(), await tiles(page).count()]).toEqual([0, 0])
  proxy.pass()
  await tray.getByRole('button', { name: 'Try again' }).click()
  await untilFiles(page, 1)
  await tray.waitFor({ state: 'detached' })
  expect(await count()).toBe(1)
  await page.context().close()
  await proxy.stop()
})

test('opens a file, steps to the next with the arrow keys and copies its URL', async ({ open }) => {
  const page = await open({
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await openLibrary(page)
  await choose(page, await paintPictures(page, scenes))
  await untilFiles(page, 3)
  await tiles(page).first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Copy the link' }).waitFor()
  const opened = () => new URL(page.url()).searchParams.get('file') ?? ''
  const second = opened()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(opened).not.toBe(second)
  await page.keyboard.press('ArrowRight')
  await expect.poll(opened).toBe(second)
  await dialog.getByRole('button', { name: 'Copy the link' }).click()
  await dialog.getByRole('button', { name: 'Copied' }).waitFor()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(address.endsWith(second)).toBe(true)
  // New files are private, so only members can open the URL.
  expect((await page.request.get(address)).status()).toBe(200)
  expect((await fetch(address)).status).toBe(404)
  await page.reload()
  await dialog.getByRole('button', { name: 'Copy the link' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('keeps a file if a card uses it, with a link to the card, and deletes an unused file', async ({
  page,
  url,
}) => {
  await openLibrary(page)
  await choose(page, await paintPictures(page, scenes.slice(0, 2)))
  await untilFiles(page, 2)
  await tiles(page).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Nothing').waitFor()
  const call = await otherClient(page)
  const key = new URL(page.url()).searchParams.get('file')
  const created = await call('/api/tasks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Print the poster', body: `${url}/api/assets/${key}` }),
  })
  expect(created.status).toBe(201)
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await dialog.getByRole('alert').waitFor()
  await takeEveryLook(page, 'asset-in-use')
  // The link is in the error, and in the file's details as soon as they are loaded.
  const use = dialog.getByRole('link', { name: 'Print the poster' }).first()
  await use.waitFor()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => new URL(page.url()).searchParams.get('file')).not.toBe(key)
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await untilFiles(page, 1)
  await expect.poll(() => new URL(page.url()).searchParams.get('file')).toBe(key)
  await page.reload()
  await use.click()
  await page.getByRole('dialog').getByLabel('Title').waitFor()
})

test('shows files that another client stores or deletes without a reload', async ({ page }) => {
  await openLibrary(page)
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
  const call = await otherClient(page)
  const [picture] = await paintPictures(page, scenes.slice(0, 1))
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(picture?.buffer ?? [])]), 'remote.png')
  const stored = await call('/api/assets', { method: 'POST', body: form })
  expect(stored.status).toBe(201)
  await untilFiles(page, 1)
  const { key } = (await stored.json()) as { key: string }
  expect((await call(`/api/assets/${key}`, { method: 'DELETE' })).status).toBe(204)
  await page.getByText('No files yet').waitFor()
})

test('renames a file with an undo and finds the file by its description', async ({ page }) => {
  await openLibrary(page)
  await choose(page, await paintPictures(page, scenes.slice(0, 2)))
  await untilFiles(page, 2)
  await page.getByRole('button', { name: /^Image, harbour\.png, PNG/ }).click()
  const dialog = page.getByRole('dialog', { name: 'harbour.png' })
  await dialog.getByLabel('Name').fill('Harbour at dawn')
  await page.keyboard.press('Enter')
  await page.getByText('Saved').waitFor()
  await page.getByRole('dialog', { name: 'Harbour at dawn' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await dialog.waitFor()
  await dialog.getByLabel('Description').fill('Søren by the boats')
  await dialog.getByLabel('Tags').fill('summer')
  await page.keyboard.press('Enter')
  await dialog.getByText('summer').waitFor()
  await page.keyboard.press('ArrowLeft')
  expect(await dialog.isVisible()).toBe(true)
  await page.reload()
  await expect.poll(() => dialog.getByLabel('Description').inputValue()).toBe('Søren by the boats')
  await dialog.getByText('summer').waitFor()
  await dialog.getByRole('button', { name: 'Copy the link' }).focus()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByLabel('Search files').fill('soren boats')
  await untilFiles(page, 1)
  await page.getByLabel('Search files').fill('nothing like it')
  await page.getByText('No file matches').waitFor()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('Find pages, cards and actions').fill('summer')
  await page.getByRole('button', { name: /harbour\.png/ }).click()
  await dialog.getByLabel('Name').waitFor()
})
