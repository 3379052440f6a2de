import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildAssetKey } from '@atrium/asset-key'
import { buildPng } from '../test/media-samples.ts'

/**
 * Writes a public image of this size directly into the service's blob directory, and returns its
 * key.
 */
export async function storeImage(blobs: string, orgId: string, bytes: number): Promise<string> {
  const key = buildAssetKey({ orgId, visibility: 'pub', extension: 'png' })
  await mkdir(join(blobs, orgId, 'pub'), { recursive: true })
  await writeFile(join(blobs, key), buildPng(bytes))
  return key
}
