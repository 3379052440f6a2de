import type { WorkflowGraph } from '@atrium/contracts'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Db, Transaction } from '../database.ts'
import type { IdSource } from '../deps.ts'
import { isRecord } from '../engine/index.ts'
import {
  deleteUnnamedSecrets,
  findHookSecret,
  insertHookSecret,
  lockStoredSecrets,
} from './signature-secrets.db.ts'

const reference = /^stored:(hsec_[0-9a-f]{32})$/

/** Returns a node's signature parameter if it holds a plain-text secret. */
function findClearSecret(node: WorkflowGraph['nodes'][number]) {
  // A saved graph may be unfinished, so its parameters can have any shape.
  const { signature } = (node.params ?? {}) as Record<string, unknown>
  if (node.type !== 'trigger.webhook' || !isRecord(signature)) return undefined
  const { secret } = signature
  return typeof secret === 'string' && secret !== '' && !reference.test(secret)
    ? { signature, secret }
    : undefined
}

/** Returns the ids of stored secrets in a graph. */
const listStoredSecrets = ({ nodes }: WorkflowGraph): string[] =>
  nodes.flatMap((node) => {
    const { signature } = (node.params ?? {}) as Record<string, unknown>
    const secret = isRecord(signature) ? signature['secret'] : undefined
    return typeof secret === 'string' ? (reference.exec(secret)?.[1] ?? []) : []
  })

/**
 * Encrypts and stores the signature secrets, and replaces them with references, because members
 * read and copy graphs. A reference is valid only in its own organisation.
 */
export async function storeSignatureSecrets(
  deps: IdSource,
  tx: Transaction,
  { secrets, orgId, graph }: { secrets: SealedSecrets; orgId: string; graph: WorkflowGraph },
): Promise<WorkflowGraph> {
  if (listStoredSecrets(graph).length > 0) await lockStoredSecrets(tx, orgId)
  const nodes: WorkflowGraph['nodes'] = []
  for (const node of graph.nodes) {
    const clear = findClearSecret(node)
    if (clear === undefined) {
      nodes.push(node)
      continue
    }
    const id = deps.newId('hsec')
    await insertHookSecret(tx, { id, org_id: orgId, secret: secrets.seal(clear.secret, id) })
    const signature = { ...clear.signature, secret: `stored:${id}` }
    nodes.push({ ...node, params: { ...node.params, signature } })
  }
  return { ...graph, nodes }
}

/** Deletes the graphs' secrets, unless another graph of the organisation still names them. */
export async function releaseSignatureSecrets(
  tx: Transaction,
  orgId: string,
  graphs: readonly WorkflowGraph[],
): Promise<void> {
  const ids = graphs.flatMap(listStoredSecrets)
  await deleteUnnamedSecrets(tx, orgId, [...new Set(ids)])
}

/**
 * Returns the secret of a reference. Returns undefined if the organisation has none, or if no key
 * decrypts it.
 */
export async function openSignatureSecret(
  { db, secrets }: { db: Db; secrets: SealedSecrets },
  orgId: string,
  stored: string,
): Promise<string | undefined> {
  const id = reference.exec(stored)?.[1]
  const row = id === undefined ? undefined : await findHookSecret(db, orgId, id)
  return row === undefined || id === undefined ? undefined : secrets.open(row.secret, id)?.text
}
