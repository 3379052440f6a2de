import type { ButtonProps } from '@mantine/core'
import { BusyButton } from '../busy-button.tsx'

/** The part of a paged query needed for its next page. */
export interface MorePages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** A button for the next page of a list. Renders nothing after the last page. */
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
