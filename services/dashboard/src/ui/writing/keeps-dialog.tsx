import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'

/**
 * Properties of a focused element. Escape then closes the suggestion and not the dialog around it.
 */
export const keepsDialog = { 'data-mantine-stop-propagation': true } as const

/** A button in the writing help. The first one in a row is filled. */
export const Step = (props: ButtonProps & Omit<ComponentProps<'button'>, 'color' | 'style'>) => (
  <Button variant="default" size="compact-md" {...props} {...keepsDialog} />
)
