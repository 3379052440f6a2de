import { Box, Button, NativeSelect, TextInput } from '@mantine/core'
import type { FieldProblem } from '../draft/content.ts'
import type { Draft } from '../draft/draft.ts'
import { FieldProblems } from './field-problems.tsx'

const handlings = [
  { value: 'keep', label: 'With the post' },
  { value: 'reply', label: 'In a comment' },
  { value: 'omit', label: 'Not at all' },
]

/** Returns the first URL in a text, or undefined. */
const addressIn = (text: string): string | undefined =>
  /https?:\/\/[^\s<>"]{1,2000}/.exec(text.slice(0, 20_000))?.[0].replace(/[.,;:!?)]$/, '')

interface LinkFieldProps {
  readonly draft: Draft
  readonly problems: readonly FieldProblem[]
  readonly several: boolean
  readonly onChange: (change: Partial<Draft>) => void
}

export function LinkField({ draft, problems, several, onChange }: LinkFieldProps) {
  const found = draft.link === '' ? addressIn(draft.body) : undefined
  return (
    <div className="plain-group stack">
      <Box display="grid" style={{ gridTemplateColumns: '1fr 150px', gap: 8 }}>
        <TextInput
          label="Link"
          placeholder="https://"
          type="url"
          maxLength={2_048}
          error={problems.some(({ field }) => field === 'link')}
          value={draft.link}
          onChange={(event) => onChange({ link: event.currentTarget.value })}
        />
        <NativeSelect
          label="Show it"
          data={handlings}
          disabled={draft.link.trim() === ''}
          value={draft.linkHandling}
          onChange={(event) =>
            onChange({ linkHandling: event.currentTarget.value as Draft['linkHandling'] })
          }
        />
      </Box>
      <FieldProblems problems={problems} field="link" several={several} />
      {found !== undefined && (
        <div>
          <Button variant="subtle" size="compact-sm" onClick={() => onChange({ link: found })}>
            <span className="clipped">Show a preview of {found}</span>
          </Button>
        </div>
      )}
    </div>
  )
}
