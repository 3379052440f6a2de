import type { WorkflowGraph, WouldDo } from '@atrium/contracts'
import { spacedWords } from '@atrium/workflow-rules'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../../platform/records/shared-queries.ts'
import { destinationGroups } from '../inspector/destinations.ts'
import classes from './try-panel.module.css'
import { actionWords, detailLines } from './would-do-words.ts'

/** Says where an effect goes, as the settings of the step say it. */
function Target({ target }: { target: string | null }) {
  const { data } = useQuery(channelsQuery)
  if (target === null || isRecordId(target)) return null
  const known = destinationGroups(data?.items ?? [], true).flatMap(({ items }) => items)
  return (
    <span style={{ fontSize: 12, overflowWrap: 'anywhere' }} dir="auto">
      {known.find(({ value }) => value === target)?.label ?? target}
    </span>
  )
}

/** True for a record id, which means nothing to a user. */
const isRecordId = (target: string): boolean => /^[a-z]+_[0-9a-f]{32}$/.test(target)

export const WouldDoList = ({
  effects,
  graph,
  onNode,
}: {
  effects: readonly WouldDo[]
  graph: WorkflowGraph
  onNode: (id: string) => void
}) => {
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name]))
  if (effects.length === 0) return <p className="quiet">It would not change or send anything.</p>
  return (
    <ol className="plain-list stack" aria-label="What it would do">
      {effects.map(({ nodeId, action, target, detail }, at) => (
        // Effects have no id and do not move, so the index is the key.
        <li key={at} className={`sunken column ${classes.effect}`}>
          <strong>{actionWords(action)}</strong>
          <Target target={target} />
          <dl className={`flush ${classes.detail}`}>
            {detailLines(detail).map(([name, value]) => (
              <div key={name}>
                <dt>{spacedWords(name)}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
          <button
            type="button"
            className={`plain-button ${classes.node}`}
            onClick={() => onNode(nodeId)}
          >
            {names.get(nodeId) ?? nodeId}
          </button>
        </li>
      ))}
    </ol>
  )
}
