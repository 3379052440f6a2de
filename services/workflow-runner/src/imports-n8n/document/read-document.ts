import { isRecord, ownProperty, ownText } from '@atrium/workflow-rules'

/** A step of an n8n workflow. Its parameters may hold anything. */
export interface N8nStep {
  name: string
  /** As the file writes it, for example `n8n-nodes-base.httpRequest`. */
  type: string
  version: number
  parameters: unknown
  position: { x: number; y: number }
  isDisabled: boolean
  /** True if the step has an output for its own errors. */
  hasErrorOutput: boolean
}

export interface N8nConnection {
  from: string
  to: string
  /** `main`, or a kind such as `ai_languageModel`. */
  kind: string
  /** The index of the source's output. */
  output: number
  /** The index of the target's input. */
  input: number
}

export interface N8nDocument {
  name: string
  /** The time zone of the workflow's settings. Empty if unset. */
  zone: string
  steps: N8nStep[]
  connections: N8nConnection[]
}

const farthest = 1_000_000

const asCoordinate = (value: unknown, stretch: number): number =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.round(Math.min(Math.max(value * stretch, -farthest), farthest))
    : 0

// Steps are drawn wider here than in n8n.
const stretch = { x: 1.4, y: 1.2 }

function readStep(value: unknown, at: number): N8nStep {
  const [x, y] = Array.isArray(ownProperty(value, 'position'))
    ? (ownProperty(value, 'position') as unknown[])
    : []
  const version = ownProperty(value, 'typeVersion')
  return {
    name: ownText(value, 'name') || `Step ${at + 1}`,
    type: ownText(value, 'type') || 'unknown',
    version: typeof version === 'number' ? version : 1,
    parameters: ownProperty(value, 'parameters'),
    position: { x: asCoordinate(x, stretch.x), y: asCoordinate(y, stretch.y) },
    isDisabled: ownProperty(value, 'disabled') === true,
    hasErrorOutput: ownText(value, 'onError') === 'continueErrorOutput',
  }
}

const asIndex = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : 0

function* readConnections(connections: unknown): Generator<N8nConnection> {
  if (!isRecord(connections)) return
  for (const [from, kinds] of Object.entries(connections)) {
    if (!isRecord(kinds)) continue
    for (const [kind, outputs] of Object.entries(kinds)) {
      if (!Array.isArray(outputs)) continue
      for (const [output, targets] of outputs.entries()) {
        if (!Array.isArray(targets)) continue
        for (const target of targets) {
          const to = ownText(target, 'node')
          if (to !== '')
            yield { from, to, kind, output, input: asIndex(ownProperty(target, 'index')) }
        }
      }
    }
  }
}

// n8n writes `DEFAULT` if a workflow uses the zone of the server.
function readZone(settings: unknown): string {
  const zone = ownText(settings, 'timezone')
  return zone === 'DEFAULT' ? '' : zone
}

/**
 * Reads the parts of an n8n workflow needed by an import. Returns undefined if the document is not
 * an n8n workflow. If a download has several workflows in one list, reads the first.
 */
export function readDocument(given: unknown): N8nDocument | undefined {
  const document = Array.isArray(given) ? given[0] : given
  const nodes = ownProperty(document, 'nodes')
  if (!Array.isArray(nodes)) return undefined
  return {
    name: ownText(document, 'name').trim().slice(0, 200).toWellFormed() || 'Imported workflow',
    zone: readZone(ownProperty(document, 'settings')),
    steps: nodes.map(readStep),
    connections: [...readConnections(ownProperty(document, 'connections'))],
  }
}
