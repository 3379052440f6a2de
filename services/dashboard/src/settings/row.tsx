import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { type MorePages, ShowMore } from '../ui/show-more.tsx'
import { type Waited, Waiting } from '../ui/waiting.tsx'
import classes from './settings.module.css'

/** A row of a section: a name, a quiet line below it, and what stands before and behind them. */
export const Row = ({
  before,
  label,
  named = false,
  hint,
  title,
  children,
}: {
  before?: ReactNode
  label?: ReactNode
  /** Whether the label is the name of a record: it is cut off where it is too long. */
  named?: boolean
  hint?: ReactNode
  title?: string | undefined
  children?: ReactNode
}) => (
  <div className="row">
    {before}
    <span className="words">
      {label !== undefined && (
        <span className={named ? classes.name : 'strong'} title={title} dir="auto">
          {label}
        </span>
      )}
      {hint !== undefined && <span className="quiet">{hint}</span>}
    </span>
    {children}
  </div>
)

/** The place of rows that are loading, or the problem that keeps them away. */
export const WaitingRows = ({ query, rows = 1 }: { query: Waited; rows?: number }) => (
  <Waiting query={query}>
    {Array.from({ length: rows }, (_, row) => (
      <RowSkeleton key={row} />
    ))}
  </Waiting>
)

/** The place of a row that is loading. */
export const RowSkeleton = () => (
  <div className="row">
    <Skeleton h={38} />
  </div>
)

/** The last row of a list with more pages. */
export const MoreRow = ({ query, label }: { query: MorePages; label: string }) =>
  query.hasNextPage && (
    <div className="row">
      <ShowMore query={query} label={label} fullWidth />
    </div>
  )
