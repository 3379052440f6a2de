import { expect, inject } from 'vitest'
import { callApi } from './api.ts'
import { expectAccessible } from './browser.ts'
import { drawn, inspector } from './drawing.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const graph = {
  nodes: [
    { id: 'hook', type: 'trigger.webhook', name: 'Photo', params: {}, position: { x: 0, y: 0 } },
    {
      id: 'card',
      type: 'create_card',
      name: 'Show it',
      params: { title: 'A photo of {{ $json.body.from }}', files: '{{ $json.files }}' },
      position: { x: 240, y: 0 },
    },
  ],
  edges: [{ from: { node: 'hook', output: 'main' }, to: { node: 'card', input: 'main' } }],
}

test('shows and opens a photo from another system on a card and in the run', async ({ page }) => {
  await signUp(page)
  const { body: workflow } = await callApi(page, 'POST', '/api/workflows', {
    name: 'Photos',
    graph,
  })
  const path = `/api/workflows/${workflow['id']}`
  expect(await callApi(page, 'PATCH', path, { active: true })).toMatchObject({ status: 200 })
  const { body: hook } = await callApi(page, 'POST', `${path}/hook`)
  const form = new FormData()
  form.append('from', 'Ada')
  form.append('photo', new Blob([png], { type: 'image/png' }), 'harbour.png')
  const address = inject('platform').url + new URL(String(hook['url'])).pathname
  const sent = await fetch(address, { method: 'POST', body: form })
  expect(sent.status).toBe(202)
  const { runId } = (await sent.json()) as { runId: string }

  await page.goto('/board')
  await page.getByText('A photo of Ada').first().click()
  const card = page.getByRole('list', { name: 'Files' })
  const link = card.getByRole('link', { name: 'harbour.png' })
  await link.waitFor()
  await card.getByText('PNG · 70 B').waitFor()
  await expectAccessible(page)
  const file = await page.request.get(String(await link.getAttribute('href')))
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'image/png'])
  expect((await file.body()).equals(png)).toBe(true)

  await page.goto(`/workflows/${workflow['id']}?run=${runId}`)
  await drawn(page, 'Photo').click()
  await inspector(page, 'Photo').getByRole('link', { name: 'harbour.png' }).waitFor()
  await expectAccessible(page)
})
