import {
  exportWorkflows,
  importWorkflows,
  type ReadWorkflow,
  type Workflow,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import type { SendKeyed } from '../../platform/connection/request-keys.ts'
import { saveFile } from '../../ui/text/save-file.ts'
import { refreshWorkflows } from '../workflow-queries.ts'

/** Saves one workflow, or all, as a file on the person's computer. */
export async function downloadWorkflows(workflow?: { id: string; name: string }): Promise<void> {
  const file = await atrium.call(exportWorkflows, {
    query: workflow === undefined ? {} : { id: workflow.id },
  })
  const name = workflow === undefined ? 'workflows' : toFileName(workflow.name)
  saveFile(JSON.stringify(file, undefined, 2), `${name}.json`, 'application/json')
}

const toFileName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'workflow'

/** Reads a workflow of n8n without saving anything. */
export const readN8nMutation = mutationOptions({
  mutationFn: (document: unknown) =>
    atrium.call(importWorkflows, { body: { source: 'n8n', document } }) as Promise<ReadWorkflow>,
})

/** Saves all workflows of an exported file. A repeated key returns the same workflows again. */
export const importFileMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ keyed, document }: { keyed: SendKeyed; document: unknown }) =>
      keyed(
        document,
        (idempotencyKey) =>
          atrium.call(
            importWorkflows,
            { body: { source: 'atrium', document } },
            { idempotencyKey },
          ) as Promise<{ items: Workflow[] }>,
      ),
    onSuccess: () => refreshWorkflows(queryClient),
  })
