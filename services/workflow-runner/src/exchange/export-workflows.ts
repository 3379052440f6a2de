import { type WorkflowFile, WorkflowGraph, workflowErrors } from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import { listWorkflowIds, readNames, readWorkflows } from './exchange.db.ts'
import { type OrgNames, toPortableGraph } from './portable-graph.ts'

const readAtOnce = 10

/**
 * Returns the parts of a file with the organisation's workflows, or with those in `ids`. Reads a few
 * graphs at a time, because all together may be large. Throws `not_found`.
 */
export async function exportWorkflows(
  deps: Deps,
  { principal: { orgId } }: Pick<Ctx, 'principal'>,
  { ids }: { ids: readonly string[] | undefined },
): Promise<AsyncGenerator<string>> {
  const all = await listWorkflowIds(deps.db, orgId)
  const wanted = ids === undefined ? undefined : new Set(ids)
  const shown = wanted === undefined ? all : all.filter((id) => wanted.has(id))
  if (wanted !== undefined && shown.length < wanted.size) throw workflowErrors.not_found()
  const nodes = await deps.registry.forOrg(orgId)
  const accounts = new Map(
    nodes.descriptors().map(({ type, inputs }) => [type, listAccountParams(inputs)]),
  )
  const names: OrgNames = {
    workflows: new Map(shown.map((id, at) => [id, at])),
    ...(await readNames(deps.db, orgId)),
  }
  return writeFile(deps, { orgId, ids: shown, names, accounts })
}

/** Returns the names of the parameters that hold an account. */
function listAccountParams(inputs: Record<string, unknown>): string[] {
  const properties = (inputs['properties'] ?? {}) as Record<string, { format?: unknown }>
  return Object.entries(properties).flatMap(([name, { format }]) =>
    format === 'connector' ? name : [],
  )
}

interface FileParts {
  orgId: string
  ids: readonly string[]
  names: OrgNames
  accounts: ReadonlyMap<string, readonly string[]>
}

async function* writeFile(
  { db, turns }: Deps,
  { orgId, ids, names, accounts }: FileParts,
): AsyncGenerator<string> {
  const pace = turns(orgId)
  yield '{"version":1,"workflows":['
  let separator = ''
  for (let at = 0; at < ids.length; at += readAtOnce) {
    for (const row of await readWorkflows(db, orgId, ids.slice(at, at + readAtOnce))) {
      // A row may hold anything.
      const { data: graph = { nodes: [], edges: [] } } = WorkflowGraph.safeParse(row.graph)
      const exported: WorkflowFile['workflows'][number] = {
        name: row.name,
        description: row.description,
        folder: row.folder,
        tags: row.tags,
        graph: toPortableGraph(graph, names, (type) => accounts.get(type) ?? []),
      }
      yield `${separator}${JSON.stringify(exported)}`
      separator = ','
      if (pace.due()) await pace.yield()
    }
  }
  yield ']}'
}
