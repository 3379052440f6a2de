import type { Card } from '@atrium/contracts'
import { Anchor, Button, SimpleGrid, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconArrowUpRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { readAddress } from '../../platform/files/assets.ts'
import { readItemFiles } from '../../platform/files/item-files.ts'
import { postSearch } from '../../posts/post-card.ts'
import { ItemFiles } from '../../ui/item-files.tsx'
import classes from '../board.module.css'
import { fieldLabel, webAddress } from './card-words.ts'
import type { TypedText } from './typed-text.ts'

const contactFields = ['email', 'phone', 'company', 'role', 'website'] as const
const shownElsewhere: ReadonlySet<string> = new Set([
  'failure',
  'canonicalUrl',
  'audio',
  'audioKey',
  ...contactFields,
])

/** Returns the failure message, which the board stores in a free field. */
export function readFailure({ fields: { failure } }: Card): string | undefined {
  const message = (failure as { message?: unknown } | null | undefined)?.message
  return typeof message === 'string' && message !== '' ? message : undefined
}

/**
 * Returns the key of the audio file if the card was read aloud. Any API client may write the field.
 */
function readAudioKey({ fields: { audioKey } }: Card): string | undefined {
  return typeof audioKey === 'string' && /^[\w-]+\/(pub|priv)\/[\w-]+\.\w+$/.test(audioKey)
    ? audioKey
    : undefined
}

interface CardDetailsProps {
  readonly card: Card
  readonly text: TypedText
  readonly onType: (text: TypedText) => void
  readonly onLeave: () => void
}

export function CardDetails({ card, text, onType, onLeave }: CardDetailsProps) {
  const failure = card.status === 'failed' ? readFailure(card) : undefined
  const audioKey = readAudioKey(card)
  const others = Object.entries(card.fields).filter(
    ([name, value]) =>
      !shownElsewhere.has(name) && ['string', 'number', 'boolean'].includes(typeof value),
  )
  return (
    <>
      {failure !== undefined && (
        <p className="tinted flush">
          <IconAlertTriangle size={16} className="bad" aria-hidden />
          <span dir="auto">{failure}</span>
        </p>
      )}
      {audioKey !== undefined && (
        // biome-ignore lint/a11y/useMediaCaption: the card shows the text that is read
        <audio
          key={audioKey}
          style={{ width: '100%' }}
          aria-label="The card read aloud"
          src={readAddress(audioKey)}
          controls
          preload="metadata"
        />
      )}
      {card.kind === 'post' && (
        <Button
          variant="default"
          rightSection={<IconArrowUpRight size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/posts" search={postSearch(card)} {...props} />}
        >
          Open the post
        </Button>
      )}
      {card.kind === 'contact' && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={12}>
          {contactFields.map((name) => (
            <TextInput
              key={name}
              style={name === contactFields[0] ? { gridColumn: '1 / -1' } : {}}
              label={fieldLabel(name)}
              type={name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text'}
              maxLength={500}
              dir="auto"
              value={text.fields?.[name] ?? toText(card.fields[name])}
              onChange={({ currentTarget: { value } }) =>
                onType({ fields: { ...text.fields, [name]: value } })
              }
              onBlur={onLeave}
            />
          ))}
        </SimpleGrid>
      )}
      <ItemFiles files={readItemFiles(card.fields['files'])} />
      {others.length > 0 && card.kind !== 'post' && (
        <dl className={`facts ${classes.properties}`}>
          {others.map(([name, value]) => (
            <Detail key={name} name={name} value={String(value)} />
          ))}
        </dl>
      )}
    </>
  )
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

function Detail({ name, value }: { name: string; value: string }) {
  const address = webAddress(value)
  return (
    <>
      <dt>{fieldLabel(`fields.${name}`)}</dt>
      <dd style={{ maxHeight: 120, overflow: 'auto' }} dir="auto">
        {address === undefined ? (
          value
        ) : (
          <Anchor href={address} target="_blank" rel="noreferrer noopener" fz="inherit">
            {value}
          </Anchor>
        )}
      </dd>
    </>
  )
}
