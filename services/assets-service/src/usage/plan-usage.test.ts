import { createHash } from 'node:crypto'
import { newId, planErrors } from '@atrium/contracts'
import { afterAll, expect, test } from 'vitest'
import { buildForm, filePart, formType } from '../../test/forms.ts'
import { startHarness } from '../../test/harness.ts'
import { buildPng } from '../../test/media-samples.ts'
import { storeFilePart } from '../files/store-file.ts'

const orgId = newId('org')
const harness = await startHarness({
  requireRoom: async (_org, bytes) => {
    if (bytes > 1_000) throw planErrors.plan_limit()
  },
})
afterAll(() => harness.stop())

test('rejects an upload if the plan has no room, and leaves nothing', async () => {
  const upload = async (bytes: number) => {
    const { body } = buildForm(filePart(buildPng(bytes)))
    const headers = {
      ...(await harness.as(orgId)),
      'content-type': formType,
      'content-length': body.length,
    }
    return harness.send('POST', '/api/assets', headers, body)
  }
  const refused = await upload(2_000)
  expect([refused.status, refused.json()['code']]).toEqual([402, 'plan_limit'])
  expect(await harness.leftovers()).toEqual([])
  expect((await upload(500)).status).toBe(201)
})

test("rejects another service's file with a reason if the plan has no room", async () => {
  const whole = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2_000, 'x')])
  const outcome = await storeFilePart(harness.deps, {
    orgId,
    name: 'mail:chn_1:m1:0',
    size: whole.length,
    offset: 0,
    bytes: whole.toString('base64'),
    digest: createHash('sha256').update(whole).digest('hex'),
  })
  expect(outcome).toEqual({ outcome: 'refused', message: planErrors.plan_limit().message })
  expect(await harness.leftovers()).toEqual([])
})
