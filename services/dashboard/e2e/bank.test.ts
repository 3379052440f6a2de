import { expect } from 'vitest'
import { callApi } from './api.ts'
import { addCustomer, connectPayments, issueInvoice } from './billing-steps.ts'
import { expectFineInEveryLook } from './looks.ts'
import { enter } from './person.ts'
import { test } from './story.ts'

test('imports a statement with its columns, matches a part payment with one click and undoes it', async ({
  page,
}) => {
  await enter(page)
  await connectPayments(page)
  const customerId = await addCustomer(page, 'Harbour Bakery', 'accounts@bakery.example')
  const id = await issueInvoice(page, customerId, 50_000)
  const number = String((await callApi(page, 'GET', `/api/invoicing/${id}`)).body['number'])
  await page.getByRole('link', { name: 'Bank', exact: true }).click()
  await page.getByText('No transactions to match').waitFor()
  await page.getByRole('button', { name: 'Import a statement' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Tag;Name;Zweck;Betrag\n20.11.2026;Harbour Bakery;Teil 1 von ${number};100,00\n21.11.2026;Mill;Flour;-12,50\n`,
    ),
  })
  const day = dialog.getByRole('combobox', { name: 'Day' })
  await day.click()
  await page.getByRole('option', { name: 'Tag' }).click()
  await dialog.getByRole('combobox', { name: 'Reference' }).click()
  await page.getByRole('option', { name: 'Zweck' }).click()
  await dialog.getByText('2 transactions').waitFor()
  await dialog.getByText(`Teil 1 von ${number}`).waitFor()
  await expectFineInEveryLook(page, 'bank-import')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('2 transactions are imported, 0 matched').waitFor()

  await page.getByText(`The text names ${number}. It pays a part of what is due.`).waitFor()
  await expectFineInEveryLook(page, 'bank')
  await page.getByRole('button', { name: /^Ignore -?.*12\.50/ }).click()
  await page.getByRole('link', { name: number }).waitFor()
  await page.getByRole('button', { name: `Match €100.00 with ${number}` }).click()
  await page.getByText(`€100.00 is matched with ${number}`).waitFor()
  await page.getByText('No transactions to match').waitFor()
  await page.getByText('Matched', { exact: true }).click()
  await page.getByRole('link', { name: number }).waitFor()
  const paid = async () => (await callApi(page, 'GET', `/api/invoicing/${id}`)).body['paidCents']
  expect(await paid()).toBe(10_000)
  await page.getByRole('button', { name: 'Undo €100.00' }).click()
  await page.getByText('Nothing matched yet').waitFor()
  await page.getByText('To match', { exact: true }).click()
  await page.getByRole('button', { name: `Match €100.00 with ${number}` }).waitFor()
  expect(await paid()).toBe(0)
})
