import * as contracts from '@atrium/contracts'
import { expect, test } from 'vitest'
import { createClient } from './create-client.ts'
import { operationNames } from './operation-names.ts'

/**
 * The operations without a name in the client. Every other one has its name in
 * `operation-names.ts`.
 */
const unnamedOperations = {
  /**
   * The client has its own code for these: `assets`, `workflows.watch`, `events`,
   * `connect.uploadVideo`.
   */
  ownCode: [
    contracts.createAsset,
    contracts.readAsset,
    contracts.getAssetUsage,
    contracts.listAssets,
    contracts.updateAsset,
    contracts.deleteAsset,
    contracts.watchRun,
    contracts.watchAgentRun,
    contracts.streamEvents,
    contracts.sendVideoChunk,
  ],
  /** Pages and redirects for a browser. */
  inBrowser: [
    contracts.startConnect,
    contracts.finishConnect,
    contracts.getPublicSite,
    contracts.openTrackedLink,
  ],
  /** Calls from other systems. */
  ofSenders: [contracts.receiveHook, contracts.checkHook],
  /** Calls from the payment processor. */
  ofProcessor: [
    contracts.receiveInvoicingWebhook,
    contracts.receiveOffersWebhook,
    contracts.receiveConnectWebhook,
  ],
} as const

const toIds = (groups: readonly object[]): string[] =>
  groups.flatMap((group) => contracts.operationsIn({ ...group }).map(({ id }) => id))

test('gives every operation one name in the client or lists it as unnamed', () => {
  const tables = [operationNames, unnamedOperations]
  const listed = toIds(tables.flatMap((table): object[] => Object.values(table)))
  const declared = contracts.operationsIn(contracts).map(({ id }) => id)
  expect(listed.toSorted()).toEqual(declared.toSorted())
})

test('provides each name as a method of the client', () => {
  const client: Readonly<Record<string, unknown>> = createClient({ baseUrl: 'http://127.0.0.1:1' })
  const { platform, schedules, ...groups } = operationNames
  const missing = Object.entries(groups).flatMap(([group, names]) =>
    Object.keys(names)
      .filter(
        (name) =>
          typeof (client[group] as Record<string, unknown> | undefined)?.[name] !== 'function',
      )
      .map((name) => `${group}.${name}`),
  )
  expect(missing).toEqual([])
  expect(Object.keys(platform).filter((name) => typeof client[name] !== 'function')).toEqual([])
  expect(Object.keys(client['invoices'] as object)).toContain('schedules')
  expect(Object.keys(schedules).length).toBeGreaterThan(0)
})
