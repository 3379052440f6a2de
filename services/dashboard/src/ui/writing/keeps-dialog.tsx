import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'

/** Properties of what takes the focus: Escape there closes the suggestion and not the dialog around it. */
export const keepsDialog = { 'data-mantine-stop-propagation': true } as const

/** A step of the help with a text; the first one of a row is filled. */
export const Step = (props: ButtonProps & Omit<ComponentProps<'button'>, 'color' | 'style'>) => (
  <Button variant="default" size="compact-md" {...props} {...keepsDialog} />
)
