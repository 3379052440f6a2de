import { sumStored } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import { afterAll, expect, it } from 'vitest'
import { buildForm, filePart } from '../../test/forms.ts'
import { startHarness } from '../../test/harness.ts'
import { buildPng } from '../../test/media-samples.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

it.each(['priv', 'pub', 'public', ''])(
  'stores nothing if the query sets a lane (%j)',
  async (lane) => {
    const orgId = newId('org')
    const form = buildForm(filePart(buildPng()))
    const headers = { ...form.headers, ...(await harness.as(orgId)) }
    const answer = await harness.send(
      'POST',
      `/api/assets?a=1&visibility=${lane}`,
      headers,
      form.body,
    )
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'visibility' }],
    })
    expect(await sumStored(harness.deps.store, orgId)).toEqual({ bytes: 0, count: 0 })
  },
)

it('ignores any other query', async () => {
  const form = buildForm(filePart(buildPng()))
  const headers = { ...form.headers, ...(await harness.as(newId('org'))) }
  expect(
    (await harness.send('POST', '/api/assets?from=visibility', headers, form.body)).status,
  ).toBe(201)
})
