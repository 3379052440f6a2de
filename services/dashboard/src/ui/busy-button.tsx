import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef, MouseEvent } from 'react'

type BusyButtonProps = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>

const ignore = (event: MouseEvent) => event.preventDefault()

/**
 * A button that shows its work with `loading` and ignores clicks meanwhile. Unlike the library's own loading button it is
 * not disabled, because a disabled button loses the focus and a refusal would leave it on the page's body.
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
