import { expect } from 'vitest'
import { callApi } from './api.ts'
import { endRoutes } from './browser.ts'
import { connectAccount, connectPage } from './channels.ts'
import { compose, inDays, posts } from './composing.ts'
import { fillMoment } from './dates.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { paintPictures, storePicture } from './pictures.ts'
import { test } from './story.ts'
import { askForHelp, connectModel, failQuestions, openHelp } from './writing.ts'

test('schedules a post with an image and a first comment for a Page', async ({ page }) => {
  await signUp(page)
  const channel = await connectPage(page)
  const dialog = await compose(page)
  const text = dialog.getByRole('textbox', { name: 'Text', exact: true })
  await expectFineInEveryLook(page, 'composer-empty')
  await dialog.getByRole('button', { name: channel, pressed: true }).waitFor()
  await text.fill('The new sails are on the loft floor.\nCome and see them on Saturday ⛵')
  const pictures = await paintPictures(page, [
    { name: 'sails.png', width: 900, height: 600 },
    { name: 'loft.png', width: 900, height: 600 },
  ])
  await dialog.locator('input[type=file]').setInputFiles(pictures)
  await dialog.getByRole('img', { name: 'File 2' }).first().waitFor()
  await dialog.getByRole('button', { name: 'Move file 2 to the left' }).click()
  await dialog.getByRole('button', { name: 'Remove file 2' }).click()
  await dialog.getByLabel('First comment').fill('Doors open at ten.')
  await dialog.getByText('At a time').click()
  await fillMoment(dialog, 'Day and time', inDays(3))
  await dialog.getByText('UTC').waitFor()
  await expectFineInEveryLook(page, 'composer')
  await text.press('ControlOrMeta+Enter')
  await page.getByText('Scheduled for').first().waitFor()
  await dialog.waitFor({ state: 'detached' })
  const [post] = await posts(page)
  expect(post).toMatchObject({ status: 'reviewed', dueDate: `${inDays(3)}:00.000Z` })
  expect(post?.post).toMatchObject({ platform: 'pagenet', firstComment: 'Doors open at ten.' })
  expect(post?.post.media).toHaveLength(1)
})

test('sends a post by email to typed recipients without a connected account', async ({ page }) => {
  await signUp(page)
  const dialog = await compose(page)
  await dialog
    .getByRole('group', { name: 'Accounts' })
    .getByRole('button', { name: 'Email' })
    .click()
  await dialog.getByLabel('First comment').waitFor({ state: 'detached' })
  await dialog.getByLabel('To', { exact: true }).fill('anna@example.com; ben')
  await dialog.getByText('ben is not a mail address').waitFor()
  await dialog.getByLabel('To', { exact: true }).fill('anna@example.com, ben@example.com')
  await dialog.getByText('2 recipients').waitFor()
  await dialog.getByLabel('Subject').fill('Easter opening')
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('We open at nine.')
  await expectFineInEveryLook(page, 'composer-mail')
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await dialog.getByText('Published', { exact: true }).waitFor()
  const [post] = await posts(page)
  expect(post).toMatchObject({
    status: 'posted',
    title: 'Easter opening',
    post: { platform: 'email', media: [], to: ['anna@example.com', 'ben@example.com'] },
  })
  await page.goto(`/posts?post=${post?.id}`)
  await page.getByText('Sent by email').waitFor()
  await page.getByText('anna@example.com, ben@example.com').waitFor()
  await takeEveryLook(page, 'post-mail')
})

test('publishes to two channels at once, with an own text for one, and shows the result without a reload', async ({
  page,
}) => {
  await signUp(page)
  const first = await connectPage(page)
  const { name: second } = await connectAccount(page, 'shortpost')
  const dialog = await compose(page)
  for (const name of [first, second]) {
    await dialog.getByRole('group', { name: 'Accounts' }).getByRole('button', { name }).click()
  }
  await dialog
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill(`Fresh bread ${'and rolls '.repeat(40)}`)
  await dialog.getByText(/too many/).waitFor()
  await dialog.getByText(/At most 280 characters/).waitFor()
  await dialog.getByRole('group', { name: 'Text of' }).getByRole('button', { name: second }).click()
  await dialog.getByLabel(`Text for ${second}`).fill('Fresh bread and rolls')
  await dialog.getByText(/too many/).waitFor({ state: 'detached' })
  await dialog.getByLabel('Link', { exact: true }).fill('https://example.com/menu')
  await expectFineInEveryLook(page, 'composer-two-channels')
  await dialog.getByRole('button', { name: 'Publish 2 posts now' }).click()
  await expect
    .poll(() => dialog.getByText('Published', { exact: true }).count(), { timeout: 60_000 })
    .toBe(2)
  await expectFineInEveryLook(page, 'composer-outcome')
  const bodies = (await posts(page)).map(({ body, post }) => [post.platform, body.length])
  expect(Object.fromEntries(bodies)).toEqual({ pagenet: 412, shortpost: 21 })
})

test('restores typed text after a reload or a crash, and forgets it after saving', async ({
  page,
}) => {
  await signUp(page)
  await connectPage(page)
  const dialog = await compose(page)
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Half a thought')
  await page.reload()
  await dialog.getByText('Not sent yet').waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe(
    'Half a thought',
  )
  await dialog.getByRole('button', { name: 'Start a new post' }).click()
  expect(await dialog.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByText('Only a draft').click()
  await dialog.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('Saved as a draft').waitFor()
  await compose(page)
  expect(await dialog.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe('')
})

test("shows a rejection at its channel, keeps the other channel's post and creates no duplicate on retry", async ({
  page,
}) => {
  await signUp(page)
  const first = await connectPage(page)
  const { name: second } = await connectAccount(page, 'shortpost')
  const dialog = await compose(page)
  for (const name of [first, second]) {
    await dialog.getByRole('group', { name: 'Accounts' }).getByRole('button', { name }).click()
  }
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Open on Sunday')
  await dialog.getByText('Only a draft').click()
  await page.route('**/api/tasks', async (route) => {
    const isShort = route.request().postData()?.includes('"shortpost"') === true
    if (route.request().method() !== 'POST' || !isShort) return route.continue()
    // The platform creates the post, but the response is lost.
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Save 2 drafts' }).click()
  await dialog.getByText('Atrium cannot be reached').waitFor()
  await expectFineInEveryLook(page, 'composer-refused')
  await endRoutes(page)
  await dialog.getByRole('button', { name: 'Try the other one again' }).click()
  await page.getByText('Saved as a draft').waitFor()
  expect((await posts(page)).map(({ post }) => post.platform).toSorted()).toEqual([
    'pagenet',
    'shortpost',
  ])
})

test('asks which version to keep if somebody else changed the post meanwhile', async ({ page }) => {
  await signUp(page)
  await connectPage(page)
  let dialog = await compose(page)
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('First words')
  await dialog.getByText('Only a draft').click()
  await dialog.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('Saved as a draft').waitFor()
  const [post] = await posts(page)
  const id = post?.id ?? ''
  dialog = await compose(page, id)
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('My words')
  await page.evaluate(
    (task) =>
      fetch(`/api/tasks/${task}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ body: 'Their words' }),
      }),
    id,
  )
  await dialog.getByText('changed the text').waitFor()
  await dialog.getByText('Their words').waitFor()
  await expectFineInEveryLook(page, 'composer-conflict')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await dialog.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('Saved as a draft').waitFor()
  expect((await posts(page))[0]?.body).toBe('My words')
})

test('adds a file from the library and needs no channel if the post is manual', async ({
  page,
}) => {
  await signUp(page)
  await storePicture(page)
  const dialog = await compose(page)
  await dialog.getByRole('button', { name: 'Post it yourself' }).click()
  await page.getByRole('menuitem', { name: 'Instagram' }).click()
  await dialog.getByRole('button', { name: 'From your files' }).click()
  const library = page.getByRole('dialog', { name: 'From your files' })
  await library.getByRole('button', { name: /^Image of/ }).click()
  await expectFineInEveryLook(page, 'composer-library')
  await library.getByRole('button', { name: 'Add the file' }).click()
  await dialog.getByRole('img', { name: 'File 1' }).first().waitFor()
  await dialog.getByText('Only a draft').click()
  await dialog.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('Saved as a draft').waitFor()
  expect(await posts(page)).toMatchObject([{ status: 'draft', post: { platform: 'photonet' } }])
})

test('pastes pictures, reorders them by drag and sends them in that order', async ({ page }) => {
  await signUp(page)
  const dialog = await compose(page)
  await dialog.getByRole('button', { name: 'Post it yourself' }).click()
  await page.getByRole('menuitem', { name: 'LinkedIn' }).click()
  for (const side of [32, 48, 64]) {
    await dialog
      .getByRole('textbox', { name: 'Text', exact: true })
      .evaluate(async (field, side) => {
        const canvas = Object.assign(document.createElement('canvas'), {
          width: side,
          height: side,
        })
        canvas.getContext('2d')?.fillRect(0, 0, side / 2, side)
        const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([blob ?? ''], `pasted ${side}.png`, { type: 'image/png' }))
        field.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        )
      }, side)
    await dialog
      .getByRole('img', { name: `File ${side / 16 - 1}`, exact: true })
      .first()
      .waitFor()
  }
  const files = dialog.getByRole('list', { name: 'Files of the post' }).getByRole('listitem')
  const shown = () =>
    files
      .locator('img')
      .evaluateAll((images) =>
        images.map((image) => new URL((image as HTMLImageElement).src).pathname),
      )
  await expect.poll(async () => (await shown()).length).toBe(3)
  const [first, second, third] = await shown()
  await files.nth(2).dragTo(files.nth(0))
  await expect.poll(shown).toEqual([third, first, second])
  await dialog.getByRole('button', { name: 'Move file 1 to the right' }).click()
  await expect.poll(shown).toEqual([first, third, second])
  await dialog.getByText('Only a draft').click()
  await dialog.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('Saved as a draft').waitFor()
  const media = (await posts(page))[0]?.post.media.map((url) => new URL(url).pathname)
  expect(media).toEqual([first, third, second])
})

test('says why a network rejected a post and publishes it on the next try', async ({ page }) => {
  await signUp(page)
  const { sandbox } = await connectAccount(page, 'pronet')
  const refusal = { kind: 'status', match: 'pronet POST /rest/posts', times: '1', status: '422' }
  await page.request.post(`${sandbox}/pronet/faults`, { form: { do: 'add', ...refusal } })
  const dialog = await compose(page)
  const text = `The mast is varnished ${crypto.randomUUID()}`
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill(text)
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await dialog.getByText(/^Failed/).waitFor()
  await expectFineInEveryLook(page, 'composer-failed')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('Published', { exact: true }).waitFor()
  expect(await (await page.request.get(`${sandbox}/pronet`)).text()).toContain(text)
})

test('marks a post as unconfirmed if its network does not respond, and does not send it again', async ({
  page,
}) => {
  await signUp(page)
  const { sandbox } = await connectAccount(page, 'pronet')
  const cut = { kind: 'cut_after', match: 'pronet POST /rest/posts', times: '1' }
  await page.request.post(`${sandbox}/pronet/faults`, { form: { do: 'add', ...cut } })
  const dialog = await compose(page)
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('The jib is mended')
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await dialog.getByText(/^Unconfirmed/).waitFor()
  expect(await dialog.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await expectFineInEveryLook(page, 'composer-unconfirmed')
})

test("opens the network's composer and marks a manual post as published when the user confirms it", async ({
  page,
}) => {
  await page
    .context()
    .route('https://www.linkedin.com/**', (route) => route.fulfill({ body: 'composer' }))
  await page.route('**/api/connect/networks', async (route) => {
    const answer = await route.fetch()
    const { items } = await answer.json()
    const dormant = (item: { network: string }) =>
      item.network === 'videonet'
        ? { ...item, configured: false, canPublish: false, missing: ['VIDEONET_CLIENT_ID'] }
        : item
    await route.fulfill({ response: answer, json: { items: items.map(dormant) } })
  })
  await signUp(page)
  const dialog = await compose(page)
  await dialog.getByText('One network is not set up here').click()
  await dialog.getByText('needs VIDEONET_CLIENT_ID').waitFor()
  await dialog.getByRole('button', { name: 'Post it yourself' }).click()
  await page.getByRole('menuitem', { name: 'LinkedIn' }).click()
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('The keel is laid')
  await dialog.getByLabel('First comment').fill('More on Monday')
  await dialog.getByRole('button', { name: 'Save to post yourself' }).click()
  await dialog.getByText('Add there yourself: the first comment.').waitFor()
  await expectFineInEveryLook(page, 'composer-by-hand')
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('link', { name: 'Open LinkedIn' }).click()
  expect(new URL((await opened).url()).searchParams.get('text')).toBe('The keel is laid')
  await dialog.getByRole('button', { name: 'It is posted' }).click()
  await dialog.getByText('Posted by you', { exact: true }).waitFor()
  expect(await posts(page)).toMatchObject([{ status: 'posted_by_hand' }])
})

test('shows what a suggestion changes and costs, and changes the text only if the user accepts it', async ({
  page,
}) => {
  await signUp(page)
  const { name: short } = await connectAccount(page, 'shortpost')
  const long = await connectPage(page)
  const voice = { name: 'Our voice', kind: 'writing', body: '[[say:Which roll do you like best?]]' }
  expect(await callApi(page, 'POST', '/api/skills', voice)).toMatchObject({ status: 201 })
  const dialog = await compose(page)
  const channels = dialog.getByRole('group', { name: 'Accounts' })
  await channels.getByRole('button', { name: short }).click()
  const text = dialog.getByRole('textbox', { name: 'Text', exact: true })
  const written = `Fresh bread ${'and rolls '.repeat(40)}`
  await text.fill(written)
  const help = await askForHelp(
    dialog,
    'Shorten to 280 characters for X',
    '[[say:Fresh bread and buns]]',
  )
  await help.getByRole('link', { name: 'Connect an AI account' }).waitFor()
  await takeEveryLook(page, 'writing-no-model')
  await connectModel(page)
  await help.getByRole('button', { name: 'Try again' }).click()
  await help.getByText('X: 20 / 280', { exact: true }).waitFor()
  await help.getByText(/^Cost no credits/).waitFor()
  expect(await help.locator('ins').textContent()).toContain('buns')
  await expectFineInEveryLook(page, 'writing-suggestion')
  expect(await text.inputValue()).toBe(written)
  await help.getByRole('button', { name: 'Use it' }).press('Enter')
  expect(await text.inputValue()).toBe('Fresh bread and buns')
  await help.getByRole('button', { name: 'Undo' }).press('Enter')
  expect(await text.inputValue()).toBe(written)
  await help.getByRole('button', { name: 'Discard' }).press('Escape')
  await help.waitFor({ state: 'detached' })
  await page.locator('button:focus').filter({ hasText: 'Writing help' }).waitFor()

  const comment = await openHelp(dialog, 'Write a first comment')
  await comment.getByRole('combobox', { name: 'Writing guide' }).click()
  await page.getByRole('option', { name: 'Our voice' }).click()
  await takeEveryLook(page, 'writing-skill')
  await comment.getByRole('button', { name: 'Suggest' }).click()
  await comment.getByText('Which roll do you like best?').waitFor()
  await comment.getByRole('button', { name: 'Use it' }).click()
  expect(await dialog.getByRole('textbox', { name: 'First comment' }).inputValue()).toBe(
    'Which roll do you like best?',
  )

  await channels.getByRole('button', { name: long }).click()
  const kept = await askForHelp(dialog, 'Rewrite', '[[say:Rolls and bread]]')
  await kept.getByRole('button', { name: 'Use it' }).waitFor()
  const texts = dialog.getByRole('group', { name: 'Text of' })
  await texts.getByRole('button', { name: long }).click()
  await kept.waitFor({ state: 'hidden' })
  await texts.getByRole('button', { name: 'All accounts' }).click()
  await kept.getByRole('button', { name: 'Use it' }).click()
  expect(await text.inputValue()).toBe('Rolls and bread')

  const version = await askForHelp(dialog, 'Rewrite', '[[slow:20000]]')
  const stopped = page.waitForResponse('**/cancel')
  await version.getByRole('button', { name: 'Stop' }).click()
  expect((await stopped).status()).toBe(200)
  await failQuestions(page, 'Your credits are used up', {
    label: 'Top up',
    href: '/settings/billing',
  })
  await version.getByRole('textbox', { name: 'Wish' }).fill('')
  await version.getByRole('button', { name: 'Suggest' }).click()
  await version.getByText('Your credits are used up', { exact: true }).waitFor()
  await version.getByRole('link', { name: 'Top up' }).click()
  await page.getByRole('heading', { name: 'Your credits', exact: true }).waitFor()

  await endRoutes(page)
  const card = await callApi(page, 'POST', '/api/tasks', {
    title: 'Bake',
    body: 'Fresh bread and rolls',
  })
  await page.goto(`/board?card=${card.body['id']}`)
  const notes = await askForHelp(dialog, 'Shorten', '[[say:Fresh rolls]]')
  await notes.getByRole('button', { name: 'Use it' }).click()
  expect(await dialog.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Fresh rolls')
  await takeEveryLook(page, 'writing-card')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await notes.getByRole('button', { name: 'Close' }).click()
  await dialog.getByRole('textbox', { name: 'Notes' }).focus()
  await dialog.getByLabel('Title').focus()
  expect(await (await saved).json()).toMatchObject({ body: 'Fresh rolls' })
})

test('describes a picture in the composer and publishes the description with the post', async ({
  page,
}) => {
  await signUp(page)
  const { name, sandbox } = await connectAccount(page, 'shortpost')
  const dialog = await compose(page)
  await dialog.getByRole('button', { name, pressed: true }).waitFor()
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Fresh from the oven')
  const [loaf] = await paintPictures(page, [{ name: 'loaf.png', width: 900, height: 600 }])
  await dialog.locator('input[type=file]').setInputFiles(loaf === undefined ? [] : [loaf])
  await dialog.getByText('The picture has no description').waitFor()
  await expectFineInEveryLook(page, 'composer-description-missing')
  const field = dialog.getByLabel('Description of the picture')
  await field.fill('A loaf of rye on a floured board')
  // The field still has the focus, so its text is saved by sending.
  await field.press('ControlOrMeta+Enter')
  await dialog.getByText('Published', { exact: true }).waitFor()
  const shown = await (await page.request.get(`${sandbox}/shortpost`)).text()
  expect(shown).toContain('A loaf of rye on a floured board')
})

test('publishes a thread with a counter for each post, and shows it with the post', async ({
  page,
}) => {
  await signUp(page)
  const { name, sandbox } = await connectAccount(page, 'shortpost')
  const dialog = await compose(page)
  await dialog.getByRole('button', { name, pressed: true }).waitFor()
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('How we bake rye')
  await dialog.getByRole('button', { name: 'Add another post' }).click()
  const second = dialog.getByLabel('Post 2', { exact: true })
  await expect.poll(() => second.evaluate((field) => field === document.activeElement)).toBe(true)
  await second.fill('x'.repeat(290))
  await dialog.getByText('290 / 280, 10 too many').waitFor()
  await second.fill('First the sourdough rests for a night.')
  await dialog.getByRole('button', { name: 'Add another post' }).click()
  await dialog.getByLabel('Post 3', { exact: true }).fill('Then it goes into the oven.')
  const preview = dialog.getByRole('article', { name: `Preview for ${name}` })
  await preview.getByText('Then it goes into the oven.').waitFor()
  await expectFineInEveryLook(page, 'composer-thread')
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await dialog.getByText('Published', { exact: true }).waitFor()
  const shown = await (await page.request.get(`${sandbox}/shortpost`)).text()
  expect(shown).toContain('First the sourdough rests for a night.')
  const [post] = await posts(page)
  await page.goto(`/posts?post=${post?.id}`)
  await page
    .getByRole('list', { name: 'Thread' })
    .getByText('Then it goes into the oven.')
    .waitFor()
  await takeEveryLook(page, 'post-thread')
})
