import { Box } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

export type Look = readonly [
  label: string,
  icon: Icon,
  tone: 'quiet' | 'accent' | 'good' | 'bad' | 'warn',
]

export const StateBadge = ({ look: [label, Glyph, tone] }: { look: Look }) => (
  <Box
    className="fine firm strong"
    component="span"
    display="inline-flex"
    c="var(--tone)"
    style={{ alignItems: 'center', gap: 4, whiteSpace: 'nowrap' }}
    data-tone={tone}
  >
    <Glyph size={14} aria-hidden />
    {label}
  </Box>
)
