import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef, MouseEvent } from 'react'

type BusyButtonProps = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>

const ignore = (event: MouseEvent) => event.preventDefault()

/**
 * A button with a progress state. If `loading` is true, it ignores clicks. Mantine's loading button
 * is disabled and loses the focus. After a refusal the focus would then be on the page's body.
 */
export const BusyButton = ({ loading = false, disabled = false, ...props }: BusyButtonProps) => (
  <Button
    {...props}
    loading={loading}
    disabled={disabled}
    renderRoot={({
      disabled: _whileLoading,
      onClick,
      ...root
    }: ComponentPropsWithRef<'button'>) => (
      <button
        {...root}
        disabled={disabled}
        {...(loading && { 'aria-disabled': true, 'aria-busy': true })}
        onClick={loading ? ignore : onClick}
      />
    )}
  />
)
