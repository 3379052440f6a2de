import { type MorePages, ShowMore } from '../ui/show-more.tsx'

/** The last row of a list with more pages. */
export const MoreRow = ({ query, label }: { query: MorePages; label: string }) =>
  query.hasNextPage && (
    <div className="row">
      <ShowMore query={query} label={label} fullWidth />
    </div>
  )
