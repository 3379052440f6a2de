import { AtriumError } from '@atrium/sdk'
import { z } from 'zod'
import { createCatalog, describeEntry, findOperations, isKnownOperation } from './catalog.ts'
import { callOperation } from './operation-tool.ts'
import { parseArguments, toShownSchema } from './parse-arguments.ts'
import type { Tool } from './tool.ts'

const Find = z.strictObject({
  query: z.string().min(1).max(500).describe('What you want to do, in a few words'),
  limit: z.int().min(1).max(10).optional().describe('The most operations to show. Defaults to 5'),
})
const Call = z.strictObject({
  operation: z.string().min(1).max(100).describe('The id from find_operation'),
  arguments: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Its arguments, as find_operation describes them'),
})

export function catalogTools(): readonly Tool[] {
  const catalog = createCatalog()
  return [
    {
      name: 'find_operation',
      title: 'Find an operation',
      description:
        'Finds platform operations without their own tool, with their arguments: sites, tickets, credit notes, skills, webhooks, settings, accounting and more. Then call one with call_operation. Example: {"query": "credit note for an invoice"}',
      inputSchema: toShownSchema(Find),
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      async run(_platform, given) {
        const { query, limit = 5 } = parseArguments(Find, given)
        const items = findOperations(catalog, query, limit).map(describeEntry)
        const next =
          items.length === 0
            ? 'Nothing matches. Try other words, such as the name of the record (invoice, site, workflow).'
            : 'Call one with call_operation {"operation": "…", "arguments": {…}}.'
        return { value: { items }, next }
      },
    },
    {
      name: 'call_operation',
      title: 'Call an operation',
      description:
        'Calls an operation from find_operation. If the operation has its own tool, use that. Operations that delete, mail, publish or move money act at once: ask the person first. Example: {"operation": "listSites", "arguments": {"limit": 10}}',
      inputSchema: toShownSchema(Call),
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: true,
      },
      async run(platform, given) {
        const { operation, arguments: own = {} } = parseArguments(Call, given)
        const entry = catalog.get(operation)
        if (entry === undefined) {
          throw new AtriumError({
            status: 404,
            code: 'not_found',
            message: isKnownOperation(operation)
              ? `Assistants cannot call ${operation}. A person does this in the dashboard.`
              : `Operation not found: ${operation}. Call find_operation to list all operations.`,
          })
        }
        return { value: await callOperation(platform, entry.operation, entry.arguments, own) }
      },
    },
  ]
}
