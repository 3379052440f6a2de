import {
  ImportedWorkflow,
  type Workflow,
  WorkflowFileInput,
  workflowErrors,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { maxBodyBytes } from '@atrium/http'
import type { z } from 'zod'
import type { Ctx, Deps } from '../deps.ts'
import { createWorkflow } from '../workflows/create-workflow.ts'
import { workflowView } from '../workflows/workflow-view.ts'
import { fromPortableGraph } from './portable-graph.ts'

const shownProblems = 20

interface Problem {
  path: string
  message: string
}

const toProblems = ({ issues }: z.ZodError, ...at: (string | number)[]): Problem[] =>
  issues.map(({ path, message }) => ({ path: [...at, ...path].join('.'), message }))

const refuse = (problems: readonly Problem[]) =>
  workflowErrors.workflow_invalid({
    message: 'This file is not an export of workflows. Nothing was imported.',
    details: { errors: problems.slice(0, shownProblems) },
  })

/** Reads each workflow on its own, with pauses for other work, because a file may be long. */
async function readFile(
  { turns }: Deps,
  { principal: { orgId } }: Ctx,
  document: unknown,
): Promise<z.output<typeof ImportedWorkflow>[]> {
  const file = WorkflowFileInput.safeParse(document)
  if (!file.success) throw refuse(toProblems(file.error))
  const pace = turns(orgId)
  const workflows = []
  const problems: Problem[] = []
  for (const [at, each] of file.data.workflows.entries()) {
    // Saved one by one, a workflow has at most the usual body.
    if (Buffer.byteLength(JSON.stringify(each)) > maxBodyBytes)
      problems.push({ path: `workflows.${at}`, message: 'The workflow is larger than 1 MiB' })
    else {
      const read = ImportedWorkflow.safeParse(each)
      if (read.success) workflows.push(read.data)
      else problems.push(...toProblems(read.error, 'workflows', at))
    }
    if (problems.length >= shownProblems) break
    if (pace.due()) await pace.yield()
  }
  if (problems.length > 0) throw refuse(problems)
  return workflows
}

/**
 * Saves an exported file's workflows as new, inactive workflows of the caller, or none. Throws
 * `workflow_invalid` (422, with the problems) if the file cannot be read.
 */
export async function importWorkflows(
  deps: Deps,
  ctx: Ctx,
  { document }: { document?: unknown },
): Promise<Workflow[]> {
  const workflows = await readFile(deps, ctx, document)
  const ids = workflows.map(() => deps.newId('wf'))
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const made: Workflow[] = []
    for (const [at, { graph, ...workflow }] of workflows.entries()) {
      const row = await createWorkflow(
        deps,
        { ...ctx, tx },
        { ...workflow, id: ids[at], graph: fromPortableGraph(graph, ids) },
      )
      made.push(workflowView(row))
    }
    return made
  })
}
