import { endRoutes } from './browser.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { operatorAddress } from './own-platform.ts'
import { enter, goByKeys, signUp } from './person.ts'
import { test } from './story.ts'

test('shows operators the health of the platform and redrives dead letters, and tells others who can', async ({
  page,
  open,
}) => {
  await enter(page, 'Platform', { email: operatorAddress })
  await goByKeys(page, 'o')
  await page.getByRole('heading', { name: 'Operator', exact: true }).waitFor()
  await page.getByText('There are none.', { exact: true }).waitFor()
  await page.getByRole('list', { name: 'Queues' }).getByText('Workflow runs').waitFor()
  await page
    .getByRole('list', { name: 'Dormant integrations' })
    .getByText('EMAIL_API_KEY')
    .first()
    .waitFor()
  await expectFineInEveryLook(page, 'operator')

  // The queue of a service that is down must not be shown as empty.
  await page.route('**/api/operator/services', async (route) => {
    const response = await route.fetch()
    const { items } = (await response.json()) as { items: { service: string }[] }
    const silent = { up: false, dormant: [], outbox: null, deadLetters: null }
    const changed = items.map((item) => (item.service === 'board' ? { ...item, ...silent } : item))
    await route.fulfill({ response, json: { items: changed } })
  })
  await page.getByText('Board does not respond: its dead letters are not known.').waitFor()
  await page.getByText('There are none.', { exact: true }).waitFor({ state: 'detached' })
  await takeEveryLook(page, 'operator-silent')
  await endRoutes(page)

  // A healthy platform has no dead letters, so add one to the response.
  const letter = { id: '7', at: new Date().toISOString(), consumer: 'board-orgs', deliveries: 5 }
  await page.route('**/api/operator/services', async (route) => {
    const response = await route.fetch()
    const { items } = (await response.json()) as { items: { service: string }[] }
    const changed = items.map((item) =>
      item.service === 'board' ? { ...item, deadLetters: 1 } : item,
    )
    await route.fulfill({ response, json: { items: changed } })
  })
  await page.route('**/board/dead-letters?**', (route) =>
    route.fulfill({
      json: {
        items: [{ ...letter, subject: 'events.org_1.org.created', reason: 'It broke' }],
        hasMore: false,
      },
    }),
  )
  await page.getByRole('button', { name: 'Redrive 7 of Board' }).click()
  await page.getByText('Not found').waitFor()
  await takeEveryLook(page, 'operator-letters')

  const other = await open()
  await signUp(other)
  await other.goto('/operator')
  await other.getByText('You do not have access').waitFor()
})
