import { defaultOrgSettings, type WorkflowGraph, type WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import {
  type CallResult,
  executeRun,
  type ImportLedger,
  matchesPattern,
  type NodeContext,
  type NodeDefinition,
  type NodeRecord,
  type NodeResult,
  type Pace,
  type ParkedRun,
  type ResolvedSkill,
  type RunOutcome,
  type RunPlan,
  type RunValues,
  type SkillReference,
  type SourceReads,
  type SyncCursors,
} from '../src/engine/index.ts'
import { createTurns } from '../src/lanes/turns.ts'
import { allNodes } from '../src/nodes/index.ts'
import type { NodePorts } from '../src/nodes/ports.ts'
import { attachedFiles } from '../src/texts/attached-files.ts'
import { fileText } from '../src/texts/file-text.ts'
import { mailText } from '../src/texts/mail-text.ts'
import { parseData } from '../src/texts/parse-data.ts'

export const testNode = (
  type: string,
  execute: (
    items: readonly WorkflowItem[],
    params: Record<string, unknown>,
    context: NodeContext<NodePorts>,
  ) => NodeResult | Promise<NodeResult>,
  more: Partial<NodeDefinition<NodePorts>> = {},
): NodeDefinition<NodePorts> => ({
  type,
  label: type,
  description: type,
  category: 'act',
  mode: 'deterministic',
  outputs: ['main'],
  params: z.looseObject({}),
  emits: [],
  keywords: [],
  skillable: false,
  execute,
  ...more,
})

export const pass = testNode('pass', (items) => ({ outputs: { main: items } }))
export const none = testNode('none', () => ({ outputs: { main: [] } }))
export const boom = testNode('boom', () => {
  throw new Error('it broke')
})

/** Ports as in a deployment without other services. Texts are read in the test's own thread. */
export const closedPorts: NodePorts = {
  board: null,
  invoicing: null,
  generateInvoices: null,
  fileDocuments: null,
  searchInvoicing: null,
  models: null,
  speech: null,
  boards: null,
  publishing: null,
  pages: null,
  feeds: null,
  search: null,
  http: null,
  accounts: {},
  files: null,
  texts: {
    attachments: (_lane, bytes) => attachedFiles(bytes),
    mail: (_lane, bytes) => mailText(bytes),
    file: (_lane, { bytes, contentType, name }) => fileText(bytes, contentType, name),
    data: async (_lane, request) => parseData(request),
  },
  pause: async () => {},
  roleOf: async () => ({ role: null }),
  findMember: async () => ({ member: null }),
  approvals: { ask: async () => {}, settle: async () => undefined },
  findChannel: async () => ({ channel: null }),
  orgSettings: async () => ({ settings: defaultOrgSettings }),
  itemFiles: {
    store: async () => {
      throw new Error('no store')
    },
    find: async () => [],
    use: async () => [],
    open: async () => {
      throw new Error('no store')
    },
  },
  agentRuns: { queue: async () => {}, ends: async () => new Map() },
  admitMail: async ({ recipients }) => ({
    refusal: null,
    skipped: [],
    sender: { name: 'Org', address: 'owner@example.test' },
    admitted: recipients.map((address) => ({ address, unsubscribeUrl: null })),
  }),
  hasMailRoom: async () => true,
  sendMail: async () => true,
  deliver: async () => 'unknown',
}

export interface Recorded {
  outcome: RunOutcome | ParkedRun
  /** The last record per node. */
  nodes: Record<string, NodeRecord>
  /** Entries like `running a` and `completed a`, in the order written. */
  log: string[]
  shown: { nodeId: string; text: string }[]
}

/** Returns how each node ended: its status, or the reason if the node was skipped. */
export const toStatuses = (nodes: Readonly<Record<string, NodeRecord>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(nodes).map(([id, each]) => [id, each.skipReason ?? each.status]),
  )

export function memoryLedger(known: ReadonlyMap<string, string> = new Map()): ImportLedger {
  const entries = new Map(known)
  const added = (source: string, ids: Iterable<readonly [string, string]>): Set<string> => {
    const fresh = new Set<string>()
    for (const [id, verdict] of ids) {
      if (entries.has(`${source} ${id}`)) continue
      entries.set(`${source} ${id}`, verdict)
      fresh.add(id)
    }
    return fresh
  }
  return {
    verdicts: async (source, ids) =>
      new Map(
        ids.flatMap((id) => {
          const verdict = entries.get(`${source} ${id}`)
          return verdict === undefined ? [] : [[id, verdict] as const]
        }),
      ),
    record: async (source, verdicts) => added(source, verdicts),
    claim: async (source, ids) =>
      added(
        source,
        ids.map((id) => [id, 'passed'] as const),
      ),
  }
}

/**
 * Creates in-memory source reads for one workflow. `commit` keeps the reads if the run completed.
 */
export function memoryReads(): SourceReads & { commit(outcome: RunOutcome | ParkedRun): void } {
  const rows = new Map<string, { key: string; id: string; version: string; waiting: boolean }>()
  return {
    async known(key, ids) {
      const found = new Map<string, string>()
      for (const id of ids) {
        const row = rows.get(`${key} ${id}`)
        if (row !== undefined) found.set(id, row.version)
      }
      return found
    },
    waiting: async (key, most) => ({
      due: [...rows.values()]
        .filter((row) => row.key === key && row.waiting)
        .map(({ id }) => id)
        .slice(0, most),
      later: [],
      refusedOften: { count: 0, titles: [] },
    }),
    commit(outcome) {
      if (outcome.status !== 'completed' && outcome.status !== 'failed') return
      for (const { key, items, gone } of outcome.reads ?? []) {
        for (const id of gone) rows.delete(`${key} ${id}`)
        for (const item of items) rows.set(`${key} ${item.id}`, { key, ...item })
      }
    },
  }
}

export const memoryCursors = (): SyncCursors => {
  const tokens = new Map<string, string>()
  return {
    read: async (key) => tokens.get(key),
    write: async (key, token) => void tokens.set(key, token),
    clear: async (key) => void tokens.delete(key),
  }
}

/** Runs a graph with the executor alone, without any service. */
export async function recordedRun(
  graph: WorkflowGraph,
  options: {
    nodes?: NodeDefinition<NodePorts>[]
    seeds?: Record<string, WorkflowItem[]>
    /** True if the graph has no trigger. */
    partial?: boolean
    cancel?: AbortController
    deadlineMs?: number
    ports?: Partial<NodePorts>
    orgId?: string | null
    turns?: Pace
    hold?: (bytes: number) => boolean
    watermarks?: Readonly<Record<string, unknown>>
    ledger?: ImportLedger
    reads?: ReturnType<typeof memoryReads>
    cursors?: SyncCursors
    woken?: RunPlan['woken']
    values?: RunValues
    findSkill?: (reference: SkillReference) => ResolvedSkill | undefined
    now?: () => number
    calledRuns?: readonly CallResult[]
  } = {},
): Promise<Recorded> {
  const types = new Map(
    [...allNodes, pass, none, boom, ...(options.nodes ?? [])].map((each) => [each.type, each]),
  )
  const log: string[] = []
  const nodes: Record<string, NodeRecord> = {}
  const shown: Recorded['shown'] = []
  const note = (record: NodeRecord): undefined => {
    log.push(`${record.status} ${record.nodeId}`)
    nodes[record.nodeId] = record
  }
  const seeds =
    options.seeds ??
    Object.fromEntries(
      graph.nodes
        .filter((each) => each.type.startsWith('trigger.'))
        .map((each) => [each.id, [{ json: { firedAt: 'now' } }]]),
    )
  const reads = options.reads ?? memoryReads()
  const outcome = await executeRun(
    {
      runId: 'run_1',
      workflowId: 'wf_1',
      orgId: options.orgId === undefined ? 'org_1' : options.orgId,
      userId: 'usr_1',
      trigger: 'manual',
      graph,
      seeds: new Map(Object.entries(seeds)),
      ...(options.partial === undefined ? {} : { partial: options.partial }),
      ...(options.woken === undefined ? {} : { woken: options.woken }),
      ...(options.values === undefined ? {} : { values: options.values }),
    },
    {
      lookup: (type) => types.get(type),
      ports: {
        ...closedPorts,
        roleOf: async () => ({ role: 'owner' }),
        ...options.ports,
      },
      env: { API_URL: 'http://api' },
      now: options.now ?? Date.now,
      started: note,
      finished: note,
      show: (nodeId, text) => void shown.push({ nodeId, text }),
      cancelled: (options.cancel ?? new AbortController()).signal,
      deadline: (millis) => {
        const controller = new AbortController()
        const timer = setTimeout(() => controller.abort(), options.deadlineMs ?? millis)
        return { signal: controller.signal, clear: () => clearTimeout(timer) }
      },
      ...(options.turns ?? createTurns()('org_1')),
      match: async (source, text) => ({ found: matchesPattern(source, text), millis: 0 }),
      hold: options.hold ?? (() => true),
      watermark: async (key) => options.watermarks?.[key] ?? null,
      ledger: options.ledger ?? memoryLedger(),
      reads,
      cursors: options.cursors ?? memoryCursors(),
      calls: { check: async () => undefined, results: async () => [...(options.calledRuns ?? [])] },
      findSkill: async (reference) => options.findSkill?.(reference),
    },
  )
  reads.commit(outcome)
  return { outcome, nodes, log, shown }
}
