import type { NodeRun, WorkflowItem } from '@atrium/contracts'
import type { Place } from '@atrium/workflow-rules'
import { Box, Group, SegmentedControl, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ItemFiles } from '../../ui/item-files.tsx'
import { formatCost } from '../../ui/text/format-cost.ts'
import type { NodeFieldWords } from '../graph/name-fields.ts'
import { durationWords, nodeWords, readableMessage, skipWords } from '../run-words.ts'
import { FixButton } from './fix-button.tsx'
import classes from './node-run-view.module.css'
import { sampleColumns, sampleFiles, sampleText, touchedCards, touchedWords } from './sample.ts'

export function NodeRunView({
  run,
  isTry = false,
  words,
  place,
  children,
}: {
  run: NodeRun
  /** Names the fields that the step reads and returns. */
  words: NodeFieldWords
  place: Place
  /** True for a try. A try creates no cards to open. */
  isTry?: boolean
  children?: ReactNode
}) {
  const { type, status, skipReason, message, error, fix, itemsIn, itemsOut, incomplete, sample } =
    run
  const cards = isTry ? [] : touchedCards(type, sample?.items ?? [])
  const links = touchedWords(cards)
  const duration = durationWords(run.startedAt, run.finishedAt)
  const cost = formatCost(run.usage)
  return (
    <div className={`sunken column ${classes.run}`} data-status={status}>
      <Group gap="4px 8px" align="baseline">
        <strong>{nodeWords[status]}</strong>
        <span className="fine">
          {itemsIn} in, {itemsOut} out{duration === undefined ? '' : `, ${duration}`}
        </span>
      </Group>
      {status === 'skipped' && skipReason !== null && (
        <Box component="p" m={0} fz="sm">
          {skipWords[skipReason]}.
        </Box>
      )}
      {message !== null && (
        <Box component="p" m={0} fz="sm" dir="auto" title={message}>
          {readableMessage(message, words.nameField)}
        </Box>
      )}
      {error !== null && error !== message && (
        <Box className="bad" component="p" m={0} fz="sm" dir="auto" title={error}>
          {readableMessage(error, words.nameField)}
        </Box>
      )}
      {status === 'failed' && fix === null && !isTry && (
        <Box component="p" m={0} fz="sm">
          Go back to editing, correct this step and save. Then open this run under Runs and run
          again from here. The earlier steps keep their results.
        </Box>
      )}
      {cost !== null && <p className="fine">{cost}</p>}
      {incomplete && (
        <Box component="p" m={0} fz="sm">
          Some items are not done because a limit was reached or they wait for another attempt.
        </Box>
      )}
      {type === 'ask_approval' && status === 'running' && !isTry && (
        <Link to="/approvals" className="link" style={{ fontSize: 13 }}>
          Open the approvals
        </Link>
      )}
      <FixButton fix={fix} />
      {children}
      {cards.map(({ id, isPost }, at) => (
        <Link
          key={id}
          {...(isPost
            ? ({ to: '/posts', search: { post: id } } as const)
            : ({ to: '/board', search: { card: id } } as const))}
          style={{ color: 'var(--accent)', fontSize: 13 }}
        >
          {links[at]}
        </Link>
      ))}
      <ItemFiles files={sampleFiles(sample?.items ?? [])} />
      {sample !== null && sample.items.length > 0 && (
        <Sample
          items={sample.items}
          isTruncated={sample.truncated}
          node={run.name}
          words={words}
          place={place}
        />
      )}
    </div>
  )
}

interface SampleProps {
  readonly items: readonly WorkflowItem[]
  readonly isTruncated: boolean
  readonly node: string
  readonly words: NodeFieldWords
  readonly place: Place
}

function Sample({ items, isTruncated, node, words, place }: SampleProps) {
  const [view, setView] = useState('table')
  const columns = sampleColumns(items).map((name) => {
    const reference = { node, path: [name] }
    return { name, label: words.nameField(reference), field: words.findField(reference) }
  })
  return (
    <Stack gap={6} align="flex-start" w="100%">
      <SegmentedControl
        size="xs"
        aria-label="How the sample is shown"
        data={[
          { value: 'table', label: 'Table' },
          { value: 'json', label: 'JSON' },
        ]}
        value={view}
        onChange={setView}
      />
      <section
        className={classes.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard
        tabIndex={0}
        aria-label="Sample of the items"
      >
        {view === 'json' ? (
          <pre className="preserved flush" style={{ padding: 8, fontSize: 12 }}>
            {JSON.stringify(
              items.map(({ json }) => json),
              undefined,
              2,
            )}
          </pre>
        ) : (
          <table className={classes.table}>
            <thead>
              <tr>
                {columns.map(({ name, label }) => (
                  <th key={name} scope="col" title={name}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item, at) => (
                // Items have no id and do not move, so the index is the key.
                <tr key={at}>
                  {columns.map(({ name, field }) => (
                    <td key={name} dir="auto">
                      {sampleText(item.json, name, field, place).slice(0, 300)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      {isTruncated && <p className="fine">The first items, shortened.</p>}
    </Stack>
  )
}
