import { Button, Modal } from '@mantine/core'
import classes from '../board-dialogs.module.css'
import type { Refusals } from './use-bulk.ts'

interface RefusedCardsProps {
  readonly refusals: Refusals
  readonly onOpen: (id: string) => void
  readonly onClose: () => void
}

export const RefusedCards = ({
  refusals: { changed, items },
  onOpen,
  onClose,
}: RefusedCardsProps) => (
  <Modal
    opened
    onClose={onClose}
    title={items.length === 1 ? '1 card was not changed' : `${items.length} cards were not changed`}
  >
    <p className="lead">
      {changed === 0
        ? 'No card was changed.'
        : `The other ${changed} ${changed === 1 ? 'is' : 'are'} changed.`}
    </p>
    <ul className={`plain-list ruled ${classes.refused}`}>
      {items.map(({ id, title, message }) => (
        <li key={id} className="column">
          <button
            type="button"
            className={`plain-button clamped ${classes.refusedTitle}`}
            dir="auto"
            onClick={() => {
              onClose()
              onOpen(id)
            }}
          >
            {title}
          </button>
          <span className="quiet">{message}</span>
        </li>
      ))}
    </ul>
    <Button mt="md" fullWidth variant="default" onClick={onClose}>
      Close
    </Button>
  </Modal>
)
