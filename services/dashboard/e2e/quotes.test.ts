import { expect } from 'vitest'
import { callApi } from './api.ts'
import { make } from './billing-steps.ts'
import { expectFineInEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

test('creates a card when a visitor asks for a quote on an offer without a price', async ({
  page,
  open,
}) => {
  await signUp(page)
  await make(page, '/api/offers', {
    name: 'New sails',
    billingModel: 'custom_quote',
    slug: 'new-sails',
  })
  const { org } = (await callApi(page, 'GET', '/api/me')).body as { org: { slug: string } }
  const visitor = await open()
  await visitor.goto(`/product/${org.slug}/new-sails`)
  await expect.poll(() => new URL(visitor.url()).pathname).toBe(`/p/${org.slug}/products/new-sails`)
  const ask = visitor.getByRole('button', { name: 'Ask for a quote' })
  await visitor.getByLabel('Your name').fill('Edda')
  await visitor.getByLabel('Your email').fill('edda@visitors')
  await visitor.getByLabel('What do you need?').fill('New sails\n\nA mainsail by June')
  await ask.click()
  await visitor.getByRole('alert').getByText('Enter an email address').waitFor()
  expect(await visitor.getByLabel('Your name').inputValue()).toBe('Edda')
  expect(await visitor.getByLabel('What do you need?').inputValue()).toContain('A mainsail')
  await expectFineInEveryLook(visitor, 'offer-quote')
  await visitor.getByLabel('Your email').fill('edda@example.com')
  await visitor.getByLabel('Your email').press('Enter')
  await visitor.getByRole('heading', { name: 'Thank you' }).waitFor()
  await expectFineInEveryLook(visitor, 'offer-quote-thanks')
  expect((await callApi(page, 'GET', '/api/tasks?kind=quote')).body['items']).toMatchObject([
    { title: 'Quote request from Edda', body: 'New sails\n\nA mainsail by June' },
  ])
})
