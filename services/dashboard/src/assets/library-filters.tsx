import { NativeSelect } from '@mantine/core'
import { SearchField } from '../money/records/search-field.tsx'
import type { AssetsSearch } from './assets-search.ts'

const kinds = [
  { value: '', label: 'All kinds' },
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
  { value: 'audio', label: 'Audio' },
]
const lanes = [
  { value: '', label: 'All access' },
  { value: 'pub', label: 'Public' },
  { value: 'priv', label: 'Private' },
]

interface LibraryFiltersProps {
  readonly search: AssetsSearch
  readonly onChange: (change: Partial<AssetsSearch>) => void
}

export const LibraryFilters = ({ search, onChange }: LibraryFiltersProps) => (
  <>
    <SearchField
      label="Search files"
      value={search.q ?? ''}
      onChange={(q) => onChange({ q: q === '' ? undefined : q })}
    />
    <NativeSelect
      flex="0 1 132px"
      miw={0}
      aria-label="Kind"
      data={kinds}
      value={search.media ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ media: value === '' ? undefined : (value as AssetsSearch['media']) })
      }
    />
    <NativeSelect
      flex="0 1 132px"
      miw={0}
      aria-label="Access"
      data={lanes}
      value={search.visibility ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ visibility: value === '' ? undefined : (value as AssetsSearch['visibility']) })
      }
    />
  </>
)
