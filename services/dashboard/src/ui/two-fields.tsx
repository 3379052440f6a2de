import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'

/** Fields side by side, or below each other on a phone. */
export const TwoFields = ({ children }: { children: ReactNode }) => (
  <SimpleGrid
    cols={{ base: 1, xs: 2 }}
    spacing={12}
    verticalSpacing={16}
    style={{ alignItems: 'start' }}
  >
    {children}
  </SimpleGrid>
)
