import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@atrium/sdk'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser } from '../e2e/launch-browser.ts'
import { startOwnPlatform } from '../e2e/own-platform.ts'
import { seedBakery } from './seed-bakery.ts'
import { seedWorkflow } from './seed-workflow.ts'

// `npm run program -- services/dashboard/pictures/take-pictures.ts [word…]` writes the pictures in
// docs/pictures, or only those whose name contains a word. It starts a separate platform with a
// small bakery as the organisation.
const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'pictures')
const account = { name: 'Maria', email: 'owner@example.com', password: 'correct horse battery' }
const words = process.argv.slice(2)

/** Connects an account in its stand-in's dialog. */
async function connect(page: Page, url: string, network: string): Promise<void> {
  await page.goto(`${url}/api/connect/${network}/start?returnTo=/channels&comments=true`)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL((at) => at.pathname === '/channels')
  if (!new URL(page.url()).searchParams.has('picker')) return
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button').filter({ hasText: /\S/ }).first().click()
  await dialog.waitFor({ state: 'detached' })
}

/** Opens the link in the mail to confirm the address, because until then every page asks for it. */
async function confirmAddress(outbox: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    for (const name of await readdir(outbox).catch(() => [])) {
      const mail = await readFile(join(outbox, name), 'utf8')
      const link = /https?:\/\/[^\s"<>\\]+verify-email\?[^\s"<>\\]+/.exec(mail)?.[0]
      if (link !== undefined)
        return void (await fetch(link.replaceAll('&amp;', '&'), { redirect: 'manual' }))
    }
    await pause(200)
  }
  throw new Error('no mail confirms the address')
}

/** Opens the sample data. It fills Home with things that need attention. */
async function openSample(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Explore with sample data' }).click()
  await page.getByText('The sample data is ready').waitFor()
}

/** Removes the sample data and returns to the bakery's own organisation. */
async function removeSample(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Remove sample data' }).click()
  await page.getByText('The sample data is removed').waitFor()
}

interface Shot {
  readonly name: string
  readonly path: string
  /** Prepares the page for the picture. */
  readonly ready: (page: Page) => Promise<unknown>
}

const home: Shot = {
  name: 'home',
  path: '/',
  ready: (page) => page.getByRole('link', { name: /overdue/ }).waitFor(),
}

const shots: readonly Shot[] = [
  { name: 'board', path: '/board', ready: (page) => page.locator('[data-card]').first().waitFor() },
  {
    name: 'calendar',
    path: '/posts',
    ready: (page) => page.locator('[data-post]').first().waitFor(),
  },
  {
    name: 'composer',
    path: '/posts',
    ready: async (page) => {
      await page.locator('[data-post]').filter({ hasText: 'Saturday market' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('dialog').getByRole('img', { name: 'File 1' }).first().waitFor()
    },
  },
  {
    name: 'assets',
    path: '/files',
    ready: (page) => page.getByRole('grid', { name: 'Files' }).locator('img').nth(5).waitFor(),
  },
  {
    name: 'channels',
    path: '/channels',
    ready: (page) => page.getByText('Harbour Bakery').first().waitFor(),
  },
  {
    name: 'canvas',
    path: '/workflows',
    ready: async (page) => {
      await page.getByRole('link', { name: /Running/ }).click()
      await page.getByText('Waits until').waitFor()
    },
  },
]

/** Waits until nothing loads and nothing moves. */
const settled = (page: Page) =>
  page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') === null &&
      [...document.images].every(({ complete }) => complete) &&
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' ||
            effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
        ),
  )

async function take(
  page: Page,
  shot: Shot,
  url: string,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.goto(url + shot.path)
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
  await shot.ready(page)
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
  await settled(page)
  const path = join(folder, `${shot.name}-${colorScheme}.png`)
  // A 256-colour palette keeps text sharp and saves two thirds of the bytes.
  const { size } = await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(path)
  console.log(`${path} ${Math.round(size / 1_000)} KB`)
}

const platform = await startOwnPlatform()
const browser = await launchBrowser()
try {
  const { url } = platform
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
  })
  const client = createClient({ baseUrl: url })
  await client.auth.signUp(account)
  await client.auth.createOrg({ name: 'Harbour Bakery', slug: 'harbour-bakery' })
  const page = await context.newPage()
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await confirmAddress(join(platform.home, 'outbox'))
  await mkdir(folder, { recursive: true })
  const isWanted = ({ name }: Shot) =>
    words.length === 0 || words.some((word) => name.includes(word))
  const takeBoth = async (shot: Shot) => {
    for (const scheme of ['light', 'dark'] as const) await take(page, shot, url, scheme)
  }
  if (isWanted(home)) {
    // Sample data is offered only if the organisation has no cards and no channels.
    await openSample(page, url)
    await takeBoth(home)
    await removeSample(page, url)
  }
  for (const network of ['pagenet', 'shortpost', 'photonet']) await connect(page, url, network)
  const { items } = await client.connect.list()
  const findChannelId = (network: string) =>
    items.find((channel) => channel.network === network)?.id ?? ''
  await seedBakery(client, { page: findChannelId('pagenet'), short: findChannelId('shortpost') })
  await seedWorkflow(client)
  for (const shot of shots.filter(isWanted)) await takeBoth(shot)
} finally {
  await browser.close()
  await platform.stop()
}
