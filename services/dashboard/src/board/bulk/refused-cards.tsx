import { Anchor, Box, Button, Modal, Stack } from '@mantine/core'
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
    <Box
      className="plain-list ruled"
      component="ul"
      mah="50vh"
      bd="1px solid var(--line)"
      bdrs={8}
      style={{ overflow: 'auto' }}
    >
      {items.map(({ id, title, message }) => (
        <Stack key={id} component="li" gap={2} miw={0} p="10px 12px">
          <Anchor
            className="clamped"
            component="button"
            type="button"
            c="inherit"
            fw={500}
            ta="start"
            dir="auto"
            onClick={() => {
              onClose()
              onOpen(id)
            }}
          >
            {title}
          </Anchor>
          <span className="quiet">{message}</span>
        </Stack>
      ))}
    </Box>
    <Button mt="md" fullWidth variant="default" onClick={onClose}>
      Close
    </Button>
  </Modal>
)
