import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef, MouseEvent } from 'react'

interface Busy {
  /**
   * True if the button must ignore clicks for now and keep the focus, for example while another
   * request of the page is pending or nothing is typed yet.
   */
  readonly blocked?: boolean
}

type BusyButtonProps = Busy & ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>
type BusyIconProps = Busy &
  ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>

const ignore = (event: MouseEvent) => event.preventDefault()

/** Renders the button element. A busy one is not disabled, because a disabled one loses the focus. */
const renderButton =
  (isDisabled: boolean, isLoading: boolean, isBlocked: boolean) =>
  ({ disabled: _whileLoading, onClick, ...root }: ComponentPropsWithRef<'button'>) => (
    <button
      {...root}
      disabled={isDisabled}
      {...((isLoading || isBlocked) && { 'aria-disabled': true })}
      {...(isLoading && { 'aria-busy': true })}
      onClick={isLoading || isBlocked ? ignore : onClick}
    />
  )

/**
 * A button with a progress state. If `loading` is true, it ignores clicks. Mantine's loading button
 * is disabled and loses the focus. After a refusal the focus would then be on the page's body.
 */
export const BusyButton = ({
  loading = false,
  disabled = false,
  blocked = false,
  ...props
}: BusyButtonProps) => (
  <Button
    {...props}
    loading={loading}
    disabled={disabled}
    data-disabled={blocked}
    renderRoot={renderButton(disabled, loading, blocked)}
  />
)

/** An icon button with the same progress state as `BusyButton`. */
export const BusyIcon = ({
  loading = false,
  disabled = false,
  blocked = false,
  ...props
}: BusyIconProps) => (
  <ActionIcon
    {...props}
    loading={loading}
    disabled={disabled}
    data-disabled={blocked}
    renderRoot={renderButton(disabled, loading, blocked)}
  />
)
