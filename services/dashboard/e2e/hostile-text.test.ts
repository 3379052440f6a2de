import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi, createCards } from './api.ts'
import { connectPage } from './channels.ts'
import { expectFineInEveryLook, expectWhole } from './looks.ts'
import { signUp } from './person.ts'
import { addPost, readChannelId, toDay } from './posts.ts'
import { test } from './story.ts'

const word = 'keelboat'.repeat(1_250)
const hostile = [
  {
    title: '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>',
    tags: ['<b>tag</b>'],
  },
  { title: word.slice(0, 500), body: word, tags: [word.slice(0, 100)] },
  { title: 'شراع جديد للقارب الصغير في الميناء القديم ‮ flipped', body: 'שלום', tags: ['ميناء'] },
  { title: '⛵🏳️‍🌈👩🏽‍🚒 e\u0301\u0302\u0303\u0304\u0305\u0306 Z̷̢͝a̸͠l̶g̵o', tags: ['🧵'.repeat(20)] },
]

const expectNothingRan = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()

test('shows markup, endless words, right-to-left text and emoji on cards as text without overflow', async ({
  page,
}) => {
  await signUp(page, `${word.slice(0, 60)} <b>org</b>`)
  await createCards(page, ...hostile)
  await page.goto('/')
  await page
    .getByText(hostile[0]?.title ?? '')
    .first()
    .waitFor()
  await expectFineInEveryLook(page, 'hostile-home')
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  // The previous page shows the cards too.
  await page
    .getByRole('region', { name: 'To do' })
    .getByText(hostile[2]?.title ?? '')
    .waitFor()
  await expectFineInEveryLook(page, 'hostile-board')
  for (const [index, { title }] of hostile.entries()) {
    await page.getByRole('region', { name: 'To do' }).getByText(title.slice(0, 40)).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Title').waitFor()
    expect(await drawer.getByLabel('Title').inputValue()).toBe(title)
    if (index < 2) await expectFineInEveryLook(page, `hostile-card-${index}`)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  }
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('Find pages, cards and actions').fill('keelboat')
  await page.getByText(word.slice(0, 500)).last().waitFor()
  await expectFineInEveryLook(page, 'hostile-palette')
  await expectNothingRan(page)
})

const [markup, endless, turned, emoji] = hostile.map(({ title }) => title)
const everything = [markup, word, turned, emoji].join('\n')

test('shows hostile text in a post as text when it is written, previewed, reviewed and read', async ({
  page,
}) => {
  await signUp(page)
  await connectPage(page)
  const channelId = await readChannelId(page)
  await callApi(page, 'PATCH', `/api/connectors/${channelId}`, {
    name: `${markup} ${word}`.slice(0, 200),
  })
  const id = await addPost(page, channelId, { body: everything, dueDate: toDay(1, '10:00') })
  await page.goto(`/posts?compose=${id}`)
  const composer = page.getByRole('dialog')
  const text = composer.getByRole('textbox', { name: 'Text', exact: true })
  await text.waitFor()
  expect(await text.inputValue()).toBe(everything)
  await composer.getByLabel('First comment').fill(everything.slice(-500))
  await composer
    .getByLabel('Link', { exact: true })
    .fill(`https://example.com/${word.slice(0, 1_000)}`)
  await expectFineInEveryLook(page, 'hostile-composer')
  // Tomorrow may be in the next month.
  const date = toDay(1, '10:00').slice(0, 10)
  for (const [name, path] of [
    ['calendar', `/posts?date=${date}`],
    ['list', `/posts?view=list&date=${date}`],
    ['review', '/posts?view=review'],
    ['post', `/posts/${id}`],
    ['channels', '/channels'],
  ] as const) {
    await page.goto(path)
    await page
      .getByText(markup?.slice(0, 20) ?? '')
      .filter({ visible: true })
      .first()
      .waitFor()
    await expectWhole(page, `hostile-${name}`)
  }
  await expectNothingRan(page)
})

test('shows hostile text in the settings as text without overflow', async ({ page }) => {
  await signUp(page, `${endless?.slice(0, 150)} ${markup?.slice(0, 40)}`)
  const done = [
    await callApi(page, 'POST', '/api/auth/update-user', {
      name: `${markup} ${turned} ${emoji}`.slice(0, 200),
    }),
    await callApi(page, 'POST', '/api/auth/api-key/create', {
      name: `${markup} ${word}`.slice(0, 100),
    }),
    await callApi(page, 'POST', '/api/auth/organization/invite-member', {
      email: `${word.slice(0, 60)}@${'harbour.'.repeat(20)}example.com`,
      role: 'member',
    }),
    await callApi(page, 'POST', '/api/webhook-endpoints', {
      url: `https://example.com/${word.slice(0, 1_900)}`,
      events: ['*'],
    }),
  ]
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 201])
  for (const [place, shown] of [
    ['organisation', 'Your organisations'],
    ['members', '@harbour.'],
    ['api-keys', markup?.slice(0, 20) ?? ''],
    ['webhooks', 'https://example.com/keelboat'],
    ['profile', 'Notices go to'],
    ['security', 'No passkey yet.'],
  ] as const) {
    await page.goto(`/settings/${place}`)
    await page.getByText(shown).first().waitFor()
    await expectWhole(page, `hostile-settings-${place}`)
  }
  await page.goto('/settings/webhooks')
  await page
    .getByRole('link', { name: /^https/ })
    .first()
    .click()
  await page.getByText('Proves that a request comes from Atrium.').waitFor()
  await page.setViewportSize({ width: 380, height: 760 })
  const address = page.getByRole('heading', { name: /^https:/ })
  await expect.poll(async () => (await address.boundingBox())?.height).toBeLessThan(60)
  await expectFineInEveryLook(page, 'hostile-settings-webhook')
  await expectNothingRan(page)
})
