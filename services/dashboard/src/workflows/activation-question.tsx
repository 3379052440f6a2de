import type { WorkflowWarning } from '@atrium/contracts'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { workflowQuery } from './workflow-queries.ts'

interface Question {
  readonly warnings: readonly WorkflowWarning[]
  readonly confirm: () => void
}

const readWarnings = async (
  queryClient: QueryClient,
  id: string,
): Promise<readonly WorkflowWarning[]> => {
  const read = await queryClient.fetchQuery({ ...workflowQuery(id), staleTime: 0 })
  return read.warnings ?? []
}

/**
 * Asks before a workflow is activated if its steps cannot work. `question` is the dialog while it
 * is open.
 */
export function useActivationQuestion(id: string) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Question>()
  return {
    /** Calls `confirm` at once if all steps can work. */
    ask: async (confirm: () => void): Promise<void> => {
      // If the warnings cannot be read, the activation itself reports what is wrong.
      const warnings = await readWarnings(queryClient, id).catch(() => [])
      if (warnings.length === 0) confirm()
      else setAsked({ warnings, confirm })
    },
    question: asked && <ActivationQuestion {...asked} onClose={() => setAsked(undefined)} />,
  }
}

const ActivationQuestion = ({ warnings, confirm, onClose }: Question & { onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Activate without an AI account?" size="md">
    <Stack gap={16}>
      {warnings.map(({ message }) => (
        <p key={message} className="flush" dir="auto">
          {message}
        </p>
      ))}
      <Group justify="flex-end" gap={8}>
        <Button
          variant="default"
          onClick={() => {
            onClose()
            confirm()
          }}
        >
          Activate anyway
        </Button>
        <Button renderRoot={(props) => <Link {...props} to="/channels" />}>
          Connect an AI account
        </Button>
      </Group>
    </Stack>
  </Modal>
)
