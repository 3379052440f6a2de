import { Group, Textarea } from '@mantine/core'
import { textField } from '../../../ui/text/text-field.ts'
import { commentCount, type FieldProblem, toContent } from '../draft/content.ts'
import type { Draft } from '../draft/draft.ts'
import { isByHand, type Target } from '../draft/targets.ts'
import { FieldProblems } from './field-problems.tsx'
import { Length } from './text-field.tsx'

interface FirstCommentFieldProps {
  readonly draft: Draft
  readonly targets: readonly Target[]
  readonly problems: readonly FieldProblem[]
  readonly several: boolean
  readonly onChange: (change: Partial<Draft>) => void
}

export function FirstCommentField({
  draft,
  targets,
  problems,
  several,
  onChange,
}: FirstCommentFieldProps) {
  const able = targets.filter(({ platform }) => platform !== 'email')
  const written = draft.firstComment !== ''
  return (
    <div className="plain-group stack">
      <Textarea
        label="First comment"
        placeholder="Published below the post as soon as it is out"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={40_000}
        dir="auto"
        error={problems.some(({ field }) => field === 'firstComment')}
        {...textField(draft.firstComment, (firstComment) => onChange({ firstComment }))}
      />
      <FieldProblems problems={problems} field="firstComment" several={several} />
      {written && (
        <Group gap="4px 16px" fz={12}>
          {able.map((target) => (
            <Length
              key={target.id}
              label={target.name}
              count={commentCount(toContent(draft, target))}
            />
          ))}
        </Group>
      )}
      {written && able.length < targets.length && (
        <p className="quiet flush">The email goes out without the comment.</p>
      )}
      {written && able.some(isByHand) && (
        <p className="quiet flush">Write the comment yourself where you post it yourself.</p>
      )}
    </div>
  )
}
