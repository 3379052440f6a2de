import { historyPrefix, type TimelineEntry } from '@atrium/contracts'
import { Box, Flex } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconArrowRight,
  IconCalendar,
  IconCheck,
  IconCirclePlus,
  IconNote,
  IconPencil,
  IconSend,
} from '@tabler/icons-react'
import { splitMentions } from '../../ui/text/mentions.ts'
import { useAuthorLabel } from '../../ui/text/use-author-label.ts'
import { When } from '../../ui/when.tsx'
import classes from '../board.module.css'
import { changeText } from './change-text.ts'

const icons: Readonly<Record<string, Icon>> = {
  created: IconCirclePlus,
  changed: IconPencil,
  moved: IconArrowRight,
  approved: IconCheck,
  rescheduled: IconCalendar,
  posted: IconSend,
  failed: IconAlertTriangle,
}

export function TimelineRow({ entry }: { entry: TimelineEntry }) {
  const label = useAuthorLabel()
  const isChange = entry.kind.startsWith(historyPrefix)
  const Glyph = (isChange ? icons[entry.kind.slice(historyPrefix.length)] : undefined) ?? IconNote
  const { runId, keyId } = entry.author
  const means =
    runId !== undefined ? `Run ${runId}` : keyId !== undefined ? `API key ${keyId}` : undefined
  return (
    <Flex component="li" gap={10} p="8px 0" data-change={isChange}>
      <Box
        className="middled"
        component="span"
        flex="none"
        w={24}
        h={24}
        bdrs="50%"
        bg="var(--sunken)"
      >
        <Glyph size={14} aria-hidden />
      </Box>
      <div className="grow" style={{ paddingTop: 2 }}>
        <div className={`quiet ${classes.entryHead}`}>
          <span>
            <span className="strong" style={{ color: 'var(--text)' }} title={means}>
              {label(entry.author)}
            </span>{' '}
            {isChange && changeText(entry)}
          </span>
          <When at={entry.createdAt} />
        </div>
        {!isChange && (
          <Box
            mt={4}
            p="8px 12px"
            bdrs={8}
            bg="var(--sunken)"
            style={{ whiteSpace: 'pre-wrap' }}
            dir="auto"
          >
            {splitMentions(entry.body).map(({ text, isMention }, index) =>
              isMention ? (
                <span key={index} className="strong">
                  {text}
                </span>
              ) : (
                text
              ),
            )}
          </Box>
        )}
      </div>
    </Flex>
  )
}
