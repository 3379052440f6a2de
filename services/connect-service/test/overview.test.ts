import { ConnectAttention } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { expect, test } from 'vitest'
import { onTokenStage } from './token-stage.ts'

const stage = onTokenStage()

test('shows a channel that its network refuses only to its owner', async () => {
  const { deps, bus } = stage.harness
  const row = await stage.channel(60)
  const attention = async (orgId: string, userId: string) =>
    (await callRpc(bus, ConnectAttention, { orgId, userId })).items
  const orgId = String(row.org_id)
  expect(await attention(orgId, row.owner_id)).toEqual([])
  await deps.db
    .updateTable('channels')
    .set({ status: 'invalidated', invalid_reason: 'The password was changed' })
    .where('id', '=', row.id)
    .execute()
  expect(await attention(orgId, row.owner_id)).toMatchObject([
    {
      kind: 'channel_reconnect',
      severity: 'error',
      count: 1,
      href: '/channels',
      detail: `${row.name}: The password was changed`,
    },
  ])
  expect(await attention(orgId, 'usr_colleague')).toEqual([])
  expect(await attention('org_other', row.owner_id)).toEqual([])
})
