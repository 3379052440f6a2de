import type { ButtonProps } from '@mantine/core'
import { BusyButton } from './busy-button.tsx'

/** The part of a paged query that leads to its next page. */
export interface MorePages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** The button below a list that loads its next page; nothing below the last one. */
export const ShowMore = ({
  query,
  label = 'Show more',
  ...button
}: { query: MorePages; label?: string } & ButtonProps) =>
  query.hasNextPage && (
    <BusyButton
      variant="default"
      {...button}
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {label}
    </BusyButton>
  )
