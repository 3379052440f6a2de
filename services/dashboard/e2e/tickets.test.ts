import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@atrium/testkit'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { callApi } from './api.ts'
import { connectPayments, make } from './billing-steps.ts'
import { fillMoment } from './dates.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { enter, signUp } from './person.ts'
import { paintPictures } from './pictures.ts'
import { test } from './story.ts'

test('sells out tickets, fills the waiting list and checks tickets in by code and by camera', async ({
  page,
  open,
}) => {
  await enter(page)
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await page.getByText('No events yet').waitFor()
  await takeEveryLook(page, 'happenings-empty')
  await page.getByRole('button', { name: 'New event' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Harbour open day')
  await fillMoment(dialog, 'Starts', '2031-05-03T14:00')
  await fillMoment(dialog, 'Ends', '2031-05-03T10:00')
  await dialog.getByLabel('Place').fill('Pier 4, next to the old crane')
  await dialog
    .getByLabel('Description')
    .fill('Boats, sails and soup. Doors open half an hour before.')
  const [sail] = await paintPictures(page, [{ name: 'sail.png', width: 900, height: 500 }])
  if (sail === undefined) throw new Error('nothing is painted')
  await dialog.getByLabel('File for Picture').setInputFiles(sail)
  await dialog.getByRole('img', { name: 'Chosen for Picture' }).waitFor()
  await dialog.getByLabel('Capacity of ticket type 1').fill('2')
  await dialog.getByRole('button', { name: 'Add a ticket type' }).click()
  await dialog.getByLabel('Name of ticket type 2').fill('Boat trip')
  await dialog.getByLabel('Capacity of ticket type 2').fill('12')
  await dialog.getByLabel('Price of ticket type 2').fill('12,5')
  await dialog.getByText(/^Visitors see the price of these tickets but cannot buy them\./).waitFor()
  await dialog.getByRole('button', { name: 'Add the event' }).click()
  await dialog.getByText('Choose an end after the start').waitFor()
  await takeEveryLook(page, 'happening-new')
  await fillMoment(dialog, 'Ends', '2031-05-03T18:00')
  await dialog.getByRole('button', { name: 'Add the event' }).click()
  await page.getByRole('heading', { name: 'Harbour open day' }).waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const address = await readPublicAddress(page)

  const visitor = await open()
  await visitor.goto(address)
  await visitor.getByRole('heading', { name: 'Harbour open day' }).waitFor()
  await visitor.getByText('Harbour Studio', { exact: true }).waitFor()
  const picture = visitor.locator('img[src*="/api/assets/"]')
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  await visitor.getByText('€12.50, not sold here').waitFor()
  await expectFineInEveryLook(visitor, 'happening-public')
  await visitor.getByLabel('How many').selectOption('2')
  await order(visitor, 'Ada', 'Order tickets')
  const links = visitor.getByRole('list', { name: 'Your tickets' }).getByRole('link')
  await links.first().waitFor()
  const codes = await links.allTextContents()
  expect(codes).toHaveLength(2)
  await takeEveryLook(visitor, 'happening-ordered')
  await links.first().click()
  await visitor.getByRole('img', { name: `QR code of the ticket ${codes[0]}` }).waitFor()
  await expectFineInEveryLook(visitor, 'ticket')
  await visitor.goto(address)
  await visitor.getByText('Sold out').waitFor()
  await visitor.getByLabel('Your name').fill('Ben')
  await visitor.getByLabel('Your email').fill('ben@visitors')
  await visitor.getByRole('button', { name: 'Join the waiting list' }).click()
  await visitor.getByText('Enter an email address').waitFor()
  await expectFineInEveryLook(visitor, 'happening-public-again')
  await order(visitor, 'Ben', 'Join the waiting list')
  await visitor.getByText('You are on the waiting list.').waitFor()

  await page.getByText('2 of 2 sold, sold out').waitFor()
  await page.getByRole('list', { name: 'Tickets' }).getByText('Ada').first().waitFor()
  await expectFineInEveryLook(page, 'happening')
  await page.getByText('Waiting list', { exact: true }).click()
  await page.getByRole('list', { name: 'Waiting list' }).getByText('Ben', { exact: true }).waitFor()
  await takeEveryLook(page, 'happening-waiting')
  await order(visitor, 'Cleo', 'Join the waiting list', address)
  await visitor.getByText('You are on the waiting list.').waitFor()
  await visitor.goto(await eventually(() => linkIn('cleo@visitors.example', /\/waiting\/\w+/)))
  await visitor.getByText(/^You are number 2 on the waiting list, for 1 × /).waitFor()
  await expectFineInEveryLook(visitor, 'waiting')
  await visitor.getByRole('button', { name: 'Leave the waiting list' }).click()
  await visitor.getByText('You no longer wait for tickets.').waitFor()
  await page.getByRole('button', { name: 'Take Ben off the waiting list' }).click()
  await page.getByText('Nobody is waiting').waitFor()
  await callApi(page, 'PATCH', '/api/settings', { locale: 'fr-FR' })
  await visitor.goto(address)
  await visitor.getByText('Complet').waitFor()
  await visitor.getByRole('button', { name: 'Rejoindre la liste d’attente' }).waitFor()
  await expectFineInEveryLook(visitor, 'happening-public-french')

  await page.getByRole('link', { name: 'Check in' }).click()
  const answer = page.getByRole('status', { name: 'Answer' })
  await answer.getByText('Ready').waitFor()
  const type = async (code: string) => {
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByLabel('Code', { exact: true }).press('Enter')
  }
  await type(codes[0]?.toLowerCase() ?? '')
  await answer.getByText('Admitted').waitFor()
  await page.getByText('1 of 2 admitted').waitFor()
  await expectFineInEveryLook(page, 'check-in-admitted')
  await type(codes[0] ?? '')
  await answer.getByText(/^Already used at \d/).waitFor()
  await takeEveryLook(page, 'check-in-used')
  await type('0000-0000')
  await answer.getByText('Unknown code').waitFor()
  await takeEveryLook(page, 'check-in-unknown')
  await showToCamera(page, codes[1] ?? '')
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await answer.getByText('Admitted').waitFor()
  await page.getByText('2 of 2 admitted').waitFor()
  await expectFineInEveryLook(page, 'check-in-camera')

  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await page.getByRole('link', { name: /^Harbour open day.*2 of 14/ }).waitFor()
  await expectFineInEveryLook(page, 'happenings')
})

const readPublicAddress = async (page: Page): Promise<string> =>
  (await page.getByRole('link', { name: /\/p\/.+\/events\// }).getAttribute('href')) ?? ''

/** Returns a link from a mail to an address. Throws until the mail has been sent. */
async function linkIn(email: string, link: RegExp): Promise<string> {
  const outbox = join(inject('platform').home, 'outbox')
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.json'))
  const files = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  const found = files
    .filter((text) => text.includes(email))
    .flatMap((text) => link.exec(text)?.[0] ?? [])
  if (found[0] === undefined) throw new Error(`No mail to ${email} has such a link yet`)
  return found[0]
}

async function order(page: Page, name: string, button: string, address?: string): Promise<void> {
  if (address !== undefined) await page.goto(address)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Your email').fill(`${name.toLowerCase()}@visitors.example`)
  await page.getByRole('button', { name: button }).click()
}

/** Gives the page a camera that shows the QR code of a ticket. */
const showToCamera = (page: Page, code: string): Promise<void> =>
  page.evaluate(
    async (address) => {
      const ticket = new Image()
      ticket.src = address
      await ticket.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
      const brush = canvas.getContext('2d')
      if (brush === null) throw new Error('nothing paints here')
      const paint = () => {
        brush.fillStyle = '#c9c2b8'
        brush.fillRect(0, 0, canvas.width, canvas.height)
        brush.fillStyle = '#fff'
        brush.fillRect(440, 160, 400, 400)
        brush.drawImage(ticket, 440, 160, 400, 400)
      }
      paint()
      setInterval(paint, 100)
      navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10)
    },
    `/api/public/tickets/${code.replaceAll('-', '')}/picture`,
  )

test('mails a ticket to a visitor when the payment succeeds', async ({ page, open }) => {
  await signUp(page)
  await connectPayments(page)
  await make(page, '/api/offers', { name: 'Boat trip', priceCents: 1_250, billingModel: 'one_off' })
  await page.goto('/events')
  await page.getByRole('button', { name: 'New event' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Night on the water')
  await fillMoment(dialog, 'Starts', '2031-05-03T19:00')
  const zone = dialog.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('Berlin')
  await page.getByRole('option', { name: /Berlin/ }).click()
  await dialog.getByLabel('Capacity of ticket type 1').fill('4')
  await dialog.getByRole('combobox', { name: 'Product of ticket type 1' }).click()
  await page.getByRole('option', { name: /Boat trip/ }).click()
  await dialog.getByText(/^A ticket with a product costs what the product costs\./).waitFor()
  await takeEveryLook(page, 'happening-paid-new')
  await dialog.getByRole('button', { name: 'Add the event' }).click()
  await page.getByText(/19:00, Europe\/Berlin/).waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const address = await readPublicAddress(page)

  const visitor = await open()
  await visitor.goto(address)
  await visitor.getByText(/19:00, Europe\/Berlin/).waitFor()
  await visitor.getByText('€12.50, 4 left').waitFor()
  await visitor.getByLabel('How many').selectOption('2')
  await expectFineInEveryLook(visitor, 'happening-public-paid')
  await order(visitor, 'Dora', 'Order tickets')
  await visitor.waitForURL(/\/pay\/checkout\//)
  await visitor.getByLabel('Name').fill('Dora')
  await visitor.getByRole('button', { name: 'Pay' }).click()
  await visitor.getByRole('heading', { name: 'Thank you' }).waitFor()
  await expectFineInEveryLook(visitor, 'happening-public-paid-for')
  await visitor.goto(await eventually(() => linkIn('dora@visitors.example', /\/ticket\/\w+/)))
  await visitor.getByRole('img', { name: /^QR code of the ticket/ }).waitFor()
  await visitor.getByText(/19:00, Europe\/Berlin/).waitFor()
  await page.getByText('2 of 4 sold').waitFor()
})
