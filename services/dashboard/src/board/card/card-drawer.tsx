import { Drawer, Group, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useStanding } from '../../platform/records/queries.ts'
import { Problem } from '../../ui/feedback/problem.tsx'
import { KindIcon, kindLabel } from '../card-kind.tsx'
import { cardQuery } from '../shown-cards.ts'
import { CardForm } from './card-form.tsx'

/** Shows a card's fields and timeline. A field is saved when it loses the focus. */
export function CardDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const query = useQuery(cardQuery(id))
  const { error, isPending } = useStanding(query)
  const card = query.data?.card
  // If the user presses Escape in a field, the field is saved before the drawer closes.
  const commit = useRef<() => void>(undefined)
  const close = () => {
    commit.current?.()
    onClose()
  }
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={narrow ? '100%' : 560}
      title={
        card !== undefined && (
          <Group gap={8} c="dimmed">
            <KindIcon kind={card.kind} />
            {kindLabel(card.kind)}
          </Group>
        )
      }
      closeButtonProps={{ 'aria-label': 'Close the card' }}
    >
      {isPending && (
        <div className="fields">
          <Skeleton h={28} w="70%" />
          <Skeleton h={120} />
        </div>
      )}
      {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && <CardForm read={query.data} commit={commit} onClose={onClose} />}
    </Drawer>
  )
}
