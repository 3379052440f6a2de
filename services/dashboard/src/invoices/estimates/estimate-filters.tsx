import { type Estimate, estimateStatuses } from '@atrium/contracts'
import { Select } from '@mantine/core'
import money from '../../money/money.module.css'
import { SearchField } from '../../money/records/search-field.tsx'
import { estimateStatusLabel } from './estimate-status.tsx'
import type { EstimatesSearch } from './estimates-search.ts'

/** Shows the list's filters. The URL holds them. */
export const EstimateFilters = ({
  search: { q, status },
  onChange,
}: {
  search: EstimatesSearch
  onChange: (changed: Partial<EstimatesSearch>) => void
}) => (
  <div className={`wrapped ${money.filters}`}>
    <SearchField
      label="Number, customer or address"
      value={q ?? ''}
      onChange={(text) => onChange({ q: text === '' ? undefined : text })}
    />
    <Select
      aria-label="Status"
      placeholder="Every status"
      clearable
      clearButtonProps={{ 'aria-label': 'Every status' }}
      w={150}
      data={estimateStatuses.map((value) => ({ value, label: estimateStatusLabel(value) }))}
      value={status ?? null}
      onChange={(value) =>
        onChange({ status: (value ?? undefined) as Estimate['status'] | undefined })
      }
    />
  </div>
)
