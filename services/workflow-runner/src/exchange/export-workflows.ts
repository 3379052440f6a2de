import { type WorkflowFile, WorkflowGraph, workflowErrors } from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import { listWorkflowIds, readNames, readWorkflows } from './exchange.db.ts'
import { type OrgNames, type ParamNames, toPortableGraph } from './portable-graph.ts'

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
  const params = new Map(nodes.descriptors().map(({ type, inputs }) => [type, readParams(inputs)]))
  const names: OrgNames = {
    workflows: new Map(shown.map((id, at) => [id, at])),
    ...(await readNames(deps.db, orgId)),
  }
  return writeFile(deps, { orgId, ids: shown, names, params })
}

interface ParamSchema {
  properties?: Record<string, { format?: unknown }>
  anyOf?: ParamSchema[]
  oneOf?: ParamSchema[]
}

function listProperties({ properties, anyOf, oneOf }: ParamSchema): [string, unknown][] {
  const formats = Object.entries(properties ?? {}).map(([name, { format }]): [string, unknown] => [
    name,
    format,
  ])
  return [...formats, ...[...(anyOf ?? []), ...(oneOf ?? [])].flatMap(listProperties)]
}

function readParams(inputs: ParamSchema): ParamNames {
  const all = listProperties(inputs)
  return {
    known: new Set(all.map(([name]) => name)),
    accounts: all.flatMap(([name, format]) => (format === 'connector' ? name : [])),
  }
}

const noParams: ParamNames = { known: new Set(), accounts: [] }

interface FileParts {
  orgId: string
  ids: readonly string[]
  names: OrgNames
  params: ReadonlyMap<string, ParamNames>
}

async function* writeFile(
  { db, turns }: Deps,
  { orgId, ids, names, params }: FileParts,
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
        graph: toPortableGraph(graph, names, (type) => params.get(type) ?? noParams),
      }
      yield `${separator}${JSON.stringify(exported)}`
      separator = ','
      if (pace.due()) await pace.yield()
    }
  }
  yield ']}'
}
