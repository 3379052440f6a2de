import '@mantine/notifications/styles.css'
import { Button, Group } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'

const shownMs = 8_000

interface ToastOptions {
  readonly tone?: 'plain' | 'bad'
  readonly action?: { readonly label: string; readonly run: () => void }
  readonly until?: AbortSignal
  readonly stays?: boolean
}

/** Shows a short message in the corner, with at most one action, for example "Undo". */
export function toast(
  text: string,
  { tone = 'plain', action, until, stays = false }: ToastOptions = {},
): void {
  if (until?.aborted === true) return
  const id = crypto.randomUUID()
  until?.addEventListener('abort', () => notifications.hide(id), { once: true })
  notifications.show({
    id,
    autoClose: stays ? false : shownMs,
    ...(tone === 'bad' ? { color: 'red' } : { color: 'iris' }),
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close the message' },
    message: (
      <Group justify="space-between" wrap="nowrap" gap="md">
        <span>{text}</span>
        {action !== undefined && (
          <Button
            variant="subtle"
            size="compact-sm"
            className="firm"
            onClick={() => {
              notifications.hide(id)
              action.run()
            }}
          >
            {action.label}
          </Button>
        )}
      </Group>
    ),
  })
}

export const Toasts = () => (
  <Notifications position="bottom-right" limit={3} mb={{ base: 56, sm: 0 }} />
)

/** Returns options with an "Undo" action. */
export const withUndo = (run: () => unknown): ToastOptions => ({
  action: { label: 'Undo', run: () => void run() },
})
