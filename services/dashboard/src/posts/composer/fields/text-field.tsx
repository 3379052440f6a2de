import { Button, Group, Textarea } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { networkName } from '../../../ui/network.tsx'
import { WritingHelp } from '../../../ui/writing/writing-help.tsx'
import { ChannelMark } from '../channel-mark.tsx'
import {
  bodyCount,
  type Count,
  chooseText,
  type FieldProblem,
  toContent,
} from '../draft/content.ts'
import { FieldProblems } from './field-problems.tsx'
import classes from './text.module.css'
import { type Texts, writingOffers } from './writing-offers.ts'

const problemsId = 'composer-body-problems'

/**
 * Edits the text for all channels, or the own text of one channel, and shows its length on every
 * network.
 */
export function TextField({
  draft,
  targets,
  active,
  others,
  problems,
  onActive,
  onChange,
}: Texts & { problems: readonly FieldProblem[]; onActive: (id: string | undefined) => void }) {
  const isOwn = active !== undefined && draft.own[active.id] !== undefined
  const write = (text: string) =>
    active === undefined
      ? onChange({ body: text })
      : onChange({ own: { ...draft.own, [active.id]: text } })
  const shareAgain = () => {
    const { [active?.id ?? '']: _, ...own } = draft.own
    onChange({ own })
  }
  const field = useRef<HTMLTextAreaElement>(null)
  // The dialog moves the focus before its content is loaded.
  useEffect(() => field.current?.focus(), [])
  const isInvalid = problems.some(({ field }) => field === 'body')
  return (
    <div className="plain-group stack">
      {targets.length > 1 && (
        <fieldset className={`plain-group ${classes.texts}`} aria-label="Text of">
          <button
            type="button"
            aria-pressed={active === undefined}
            onClick={() => onActive(undefined)}
          >
            All accounts
          </button>
          {targets.map((target) => (
            <button
              key={target.id}
              type="button"
              aria-pressed={active?.id === target.id}
              onClick={() => onActive(target.id)}
            >
              <ChannelMark name={target.name} platform={target.platform} />
              <span className="clipped" dir="auto">
                {target.name}
              </span>
              {draft.own[target.id] !== undefined && (
                <span className="fine firm" style={{ color: 'var(--accent)' }}>
                  own text
                </span>
              )}
            </button>
          ))}
        </fieldset>
      )}
      <Textarea
        aria-label={active === undefined ? 'Text' : `Text for ${active.name}`}
        placeholder="What do you want to share?"
        autosize
        minRows={6}
        maxRows={16}
        maxLength={100_000}
        dir="auto"
        ref={field}
        error={isInvalid}
        {...(isInvalid ? { 'aria-describedby': problemsId } : {})}
        value={active === undefined ? draft.body : chooseText(draft, active)}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <FieldProblems
        problems={problems}
        field="body"
        several={targets.length > 1}
        id={problemsId}
      />
      <Group gap="4px 16px" fz={12}>
        {targets.map((target) => (
          <Length
            key={target.id}
            label={targets.length > 1 ? target.name : networkName(target.platform)}
            count={bodyCount(toContent(draft, target))}
          />
        ))}
        {isOwn && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            onClick={shareAgain}
          >
            Use the text for all
          </Button>
        )}
      </Group>
      <TextsHelp
        draft={draft}
        targets={targets}
        active={active}
        others={others}
        onChange={onChange}
      />
    </div>
  )
}

export function Length({ label, count: { used, max } }: { label: string; count: Count }) {
  const tone = used > max ? 'bad strong' : used > max * 0.9 ? 'warn' : 'muted'
  return (
    <span
      className={`line figures ${tone}`}
      style={{ gap: 6, maxWidth: '100%', whiteSpace: 'nowrap' }}
    >
      <span className="clipped" style={{ maxWidth: 160 }}>
        {label}
      </span>
      <span>
        {used.toLocaleString()} / {max.toLocaleString()}
        {used > max && `, ${(used - max).toLocaleString()} too many`}
      </span>
    </span>
  )
}

/**
 * Keeps the writing help of each text mounted, because a suggestion must stay when the user
 * switches to another channel's text.
 */
function TextsHelp(texts: Texts) {
  const { draft, targets, active } = texts
  const [seen, setSeen] = useState<ReadonlySet<string | undefined>>(() => new Set([active?.id]))
  if (!seen.has(active?.id)) setSeen(new Set([...seen, active?.id]))
  return [undefined, ...targets]
    .filter((target) => seen.has(target?.id))
    .map((target) => (
      <div key={target?.id ?? ''} hidden={target?.id !== active?.id}>
        <WritingHelp
          text={target === undefined ? draft.body : chooseText(draft, target)}
          offers={writingOffers({ ...texts, active: target })}
        />
      </div>
    ))
}
