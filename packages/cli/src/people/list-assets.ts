import { listAssets } from '@atrium/contracts'
import type { Flags } from '../command.ts'
import { createListCommand, type ListFlags } from './list-records.ts'
import { minute } from './tables.ts'

type AssetFilters = ListFlags & Flags<'search' | 'tag' | 'kind'>

/** `atrium assets list`. */
export const listAssetsCommand = createListCommand(
  listAssets,
  ({ search, tag, kind }: AssetFilters) => ({ q: search, tag, kind }),
  {
    key: ({ key }) => key,
    stored: ({ createdAt }) => minute(createdAt),
    bytes: ({ bytes }) => bytes,
    name: (asset) => asset.name ?? '',
    tags: ({ tags }) => tags.join(', '),
  },
)
