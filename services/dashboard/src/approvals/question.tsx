import type { AskedApproval } from '@atrium/contracts'
import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { type AskedWords, askedWords } from './asked-words.ts'
import { listItemLines } from './item-lines.ts'
import classes from './question.module.css'

const firstItems = 5

/** The question with its items. Every text comes from the workflow, so it is shown as plain text. */
export function Question({
  message,
  items,
  itemCount,
  words = askedWords.en,
}: Pick<AskedApproval, 'message' | 'items' | 'itemCount'> & { words?: AskedWords }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, firstItems)
  const hidden = items.length - shown.length
  const missing = itemCount - items.length
  return (
    <>
      <Box
        className="preserved flush"
        component="p"
        mb={12}
        fw={500}
        style={{ overflowWrap: 'anywhere' }}
        dir="auto"
      >
        {message}
      </Box>
      <Box
        component="ul"
        display="grid"
        m="0 0 12px"
        p={0}
        style={{ gap: 8, listStyle: 'none' }}
        aria-label={words.items}
      >
        {shown.map((item, place) => (
          <Box key={place} className="sunken" component="li" p="10px 12px">
            <ItemLines item={item} words={words} />
          </Box>
        ))}
      </Box>
      {hidden > 0 && (
        <Button variant="default" size="compact-md" mb={12} onClick={() => setIsWhole(true)}>
          {words.showAll.replace('{count}', String(items.length))}
        </Button>
      )}
      {missing > 0 && <p className="quiet">{words.notShown.replace('{count}', String(missing))}</p>}
    </>
  )
}

interface ItemLinesProps {
  readonly item: AskedApproval['items'][number]
  readonly words: AskedWords
}

function ItemLines({ item, words }: ItemLinesProps) {
  const { lines, more } = listItemLines(item)
  if (lines.length === 0) return <span className="quiet">{words.emptyItem}</span>
  return (
    <dl className={classes.lines}>
      {lines.map(({ name, value }) => (
        <div key={name}>
          <dt className="quiet" dir="auto">
            {name}
          </dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
      {more > 0 && (
        <div>
          <dt className="quiet">{words.moreFields.replace('{count}', String(more))}</dt>
          <dd />
        </div>
      )}
    </dl>
  )
}
