import type { AdmitMail } from '@atrium/contracts'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { mailWorld } from '../../../test/mail-world.ts'
import { closedPorts } from '../../../test/recorded-run.ts'
import { runNode } from '../../../test/run-node.ts'

type Admitted = z.output<typeof AdmitMail.output>

function openWorld(skipped: Admitted['skipped'] = []) {
  const world = mailWorld()
  const queued: string[] = []
  const ports = {
    ...world.ports,
    sendMail: async ({ recipient }: { recipient: string }) => {
      queued.push(recipient)
      return true
    },
    admitMail: async ({ recipients }: { recipients: string[] }): Promise<Admitted> => ({
      refusal: null,
      skipped,
      sender: { name: '', address: '' },
      admitted: recipients.map((address) => ({ address, unsubscribeUrl: 'https://example.com/u' })),
    }),
  }
  const send = (more: object = {}, morePorts: object = {}) =>
    runNode('send_email', [{ json: { to: 'mill@example.com' } }], {
      params: {
        connector: 'chn_1',
        to: '{{ $json.to }}',
        subject: 'Order',
        text: 'Twelve sacks',
        ...more,
      },
      ports: { ...ports, ...morePorts },
    })
  return { world, queued, send }
}

it('sends from the chosen mailbox and not from the platform', async () => {
  const { world, queued, send } = openWorld()
  const { outputs } = await send()
  expect(outputs['main']).toHaveLength(1)
  expect(world.asked).toMatchObject([
    {
      what: 'send',
      input: {
        channelId: 'chn_1',
        to: 'mill@example.com',
        subject: 'Order',
        text: 'Twelve sacks',
        key: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    },
  ])
  expect(queued).toEqual([])
})

it('names the files of the mail, and refuses more than a mail can carry', async () => {
  const { world, send } = openWorld()
  const file = { fileId: 'file_1', name: 'plan.pdf', contentType: 'application/pdf' }
  const sizes = [15_000_000, 15_000_001]
  for (const bytes of sizes) {
    const itemFiles = { ...closedPorts.itemFiles, use: async () => [{ ...file, bytes, key: 'k' }] }
    const { record } = await send({ files: [{ fileId: 'file_1' }] }, { itemFiles })
    if (bytes > 15_000_000) expect(record?.error).toContain('at most 15 MB')
  }
  expect(world.asked).toMatchObject([
    { what: 'sendFiles', input: { files: [{ ...file, bytes: 15_000_000 }] } },
  ])
})

it('refuses the item when the mail may have left', async () => {
  const { world, send } = openWorld()
  world.confirmsSending = false
  const { record } = await send()
  expect(record?.error).toContain('may have left')
  expect(world.asked).toHaveLength(1)
})

it('sends no mail to a recipient who unsubscribed', async () => {
  const { world, send } = openWorld([{ address: 'mill@example.com', reason: 'unsubscribed' }])
  const { record } = await send()
  expect(record?.message).toContain('No mail to mill@example.com')
  expect(world.asked).toEqual([])
})

it('refuses a blank subject before anything is sent', async () => {
  const { world, send } = openWorld()
  const { record } = await send({ subject: ' ' })
  expect(record?.error).toContain('Enter a subject')
  expect(world.asked).toEqual([])
})
