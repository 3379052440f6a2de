import { type AssetUse, BoardAssetUses } from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'
import type { Logger } from 'pino'

/**
 * Returns the records that use an org's blobs, by key. Returns null if the board does not respond.
 */
export type AssetUses = (
  orgId: string,
  keys: readonly string[],
) => Promise<Readonly<Record<string, AssetUse[]>> | null>

export const assetUsesOverRpc =
  (bus: Bus, logger: Logger): AssetUses =>
  async (orgId, keys) => {
    if (keys.length === 0) return {}
    try {
      return (await callRpc(bus, BoardAssetUses, { orgId, keys: [...keys] })).uses
    } catch (error) {
      logger.warn({ err: error, org: orgId }, '[assets] the board does not name the uses of files')
      return null
    }
  }
