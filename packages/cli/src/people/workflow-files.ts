import { writeFile } from 'node:fs/promises'
import {
  createWorkflow,
  exportWorkflows,
  importWorkflows,
  type ReadWorkflow,
  type Workflow,
} from '@atrium/contracts'
import { CommandError, type CommandIo, type Flags, untilStopped } from '../command.ts'
import { signedInClient } from '../login/stored-login.ts'
import { readObject } from '../read-input.ts'
import { oneLine } from '../shown-text.ts'

/** `atrium workflows export [id]`: writes one workflow, or all, as a file. */
export async function exportWorkflowsCommand(
  { output }: Flags<'output'>,
  io: CommandIo,
  id?: string,
): Promise<true> {
  const client = await signedInClient(io.env)
  const query = id === undefined ? {} : { id }
  const file = await client.call(exportWorkflows, { query }, untilStopped(io))
  const text = JSON.stringify(file, undefined, 2)
  if (output === undefined || output === '-') {
    io.write(text)
    return true
  }
  await writeFile(output, `${text}\n`).catch((error: Error) => {
    throw new CommandError(error.message)
  })
  io.error(`Written to ${output}: ${file.workflows.length} workflows`)
  return true
}

/**
 * `atrium workflows import [file]`: imports an exported file, or creates a workflow from a file of
 * n8n. Prints the ids of the new workflows. `dry-run` only prints what a file of n8n becomes.
 */
export async function importWorkflowsCommand(
  { 'dry-run': dryRun }: Flags<never, 'dry-run'>,
  io: CommandIo,
  file?: string,
): Promise<boolean> {
  const document = await readObject(io, file)
  const client = await signedInClient(io.env)
  if (Array.isArray(document['workflows'])) {
    if (dryRun === true) throw new CommandError('Only a file of n8n can be tried with --dry-run')
    const body = { source: 'atrium' as const, document }
    const made = await client.call(importWorkflows, { body }, untilStopped(io))
    for (const { id } of (made as { items: Workflow[] }).items) io.write(id)
    return true
  }
  const body = { source: 'n8n' as const, document }
  const read = (await client.call(importWorkflows, { body }, untilStopped(io))) as ReadWorkflow
  for (const { nodeName, outcome, message } of read.notes) {
    io.error(`${outcome}: ${oneLine(nodeName)}: ${oneLine(message)}`)
  }
  if (dryRun === true) return true
  const { name, graph } = read
  const { id } = await client.call(createWorkflow, { body: { name, graph } }, untilStopped(io))
  io.write(id)
  return true
}
