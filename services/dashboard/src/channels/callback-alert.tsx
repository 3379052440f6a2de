import { Box, CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { callbackWords } from './callback-words.ts'

interface CallbackAlertProps {
  readonly error: string
  readonly detail: string | undefined
  readonly onClose: () => void
}

/** Shows why a network refused the connection. The alert stays until the user closes it. */
export function CallbackAlert({ error, detail, onClose }: CallbackAlertProps) {
  const { title, remedy } = callbackWords(error)
  return (
    <Box className="tinted" mb={16} role="alert">
      <IconAlertTriangle size={18} className="bad" aria-hidden />
      <div className="words">
        <strong>{title}</strong>
        <span>{remedy}</span>
        {detail !== undefined && detail !== '' && (
          <span className="quiet" dir="auto">
            {detail}
          </span>
        )}
      </div>
      <CloseButton size="sm" aria-label="Close the message" onClick={onClose} />
    </Box>
  )
}
