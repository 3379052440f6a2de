import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

/** The button in the head of a list that begins a new record. */
export const NewButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
    {children}
  </Button>
)
