import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import money from './money.module.css'
import { moveBetweenRows } from './move-between-rows.ts'
import classes from './rows.module.css'

/** What of a paged query leads to its next page. */
export interface MorePages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** Loads the next page of a list, while there is one. */
export const ShowMore = ({ query }: { query: MorePages }) =>
  query.hasNextPage && (
    <Group gap={0} wrap="nowrap" justify="center" p={12}>
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Show more
      </Button>
    </Group>
  )

/** The records of a list as rows of a card, with the heads of its columns where it has them, and the way to more. */
export function RowList({
  label,
  heads,
  ordered = false,
  query,
  children,
}: {
  label: string
  heads?: ReactNode
  /** Whether the order of the rows has a meaning. */
  ordered?: boolean
  /** The query of a list that is loaded page by page. */
  query?: MorePages
  children: ReactNode
}) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <>
      <div className="card">
        {heads}
        <List className={`plain-list ${classes.list}`} aria-label={label} onKeyDown={moveBetweenRows}>
          {children}
        </List>
      </div>
      {query !== undefined && <ShowMore query={query} />}
    </>
  )
}

/** The first cell of a row: a name, and a line about it. */
export const NameCell = ({ name, children }: { name: string; children?: ReactNode }) => (
  <span className="column">
    <span className={money.name} dir="auto">
      {name}
    </span>
    {children !== undefined && (
      <span className={money.clamped} dir="auto">
        {children}
      </span>
    )}
  </span>
)
