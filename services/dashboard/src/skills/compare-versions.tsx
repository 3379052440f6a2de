import type { Skill } from '@atrium/contracts'
import { Box, Button, Modal, NativeSelect, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { Problem } from '../ui/feedback/problem.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { type Part, wordDiff } from '../ui/writing/word-diff.ts'
import { changeSkillMutation, versionQuery } from './skill-queries.ts'
import classes from './skills.module.css'

const mostChoices = 100

interface CompareVersionsProps {
  readonly skill: Skill
  readonly version: number
  readonly other: number
  readonly onChoose: (version: number, other: number) => void
  readonly onClose: () => void
}

export function CompareVersions({
  skill,
  version,
  other,
  onChoose,
  onClose,
}: CompareVersionsProps) {
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const left = useQuery(versionQuery(skill.id, version))
  const right = useQuery(versionQuery(skill.id, other))
  const restore = useMutation(changeSkillMutation(useQueryClient(), skill.id))
  const error = left.error ?? right.error
  const body = left.data?.body
  const newest = Array.from(
    { length: Math.min(skill.version, mostChoices) },
    (_, at) => skill.version - at,
  )
  const choices = [...new Set([...newest, version, other])].sort((one, next) => next - one)
  const options = choices.map((n) => ({ value: String(n), label: `Version ${n}` }))
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Two versions of “${skill.name}”`}
      size={1_080}
      fullScreen={isNarrow ?? false}
    >
      {error !== null && left.data === undefined ? (
        <Problem
          error={error}
          onRetry={() => void Promise.all([left.refetch(), right.refetch()])}
        />
      ) : (
        <>
          <div className={classes.pair}>
            <NativeSelect
              aria-label="Earlier version"
              data={options}
              value={version}
              onChange={({ currentTarget: { value } }) => onChoose(Number(value), other)}
            />
            <NativeSelect
              aria-label="Later version"
              data={options}
              value={other}
              onChange={({ currentTarget: { value } }) => onChoose(version, Number(value))}
            />
          </div>
          {body === undefined || right.data === undefined ? (
            <Skeleton h={240} mt={12} />
          ) : (
            <Sides before={body} after={right.data.body} version={version} other={other} />
          )}
          <FormAlert error={restore.error} />
          <div className={`wrapped ${classes.ends}`}>
            <span className="quiet">
              {body !== undefined && body === skill.body
                ? 'This is the newest version.'
                : 'This text becomes the next version. Nothing is lost.'}
            </span>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <BusyButton
              loading={restore.isPending}
              disabled={body === undefined || body === skill.body}
              onClick={() =>
                body !== undefined &&
                restore.mutate(
                  { body },
                  {
                    onSuccess: ({ version: next }) => {
                      toast(`Version ${version} is restored as version ${next}`)
                      onClose()
                    },
                  },
                )
              }
            >
              Restore version {version}
            </BusyButton>
          </div>
        </>
      )}
    </Modal>
  )
}

interface SidesProps {
  readonly before: string
  readonly after: string
  readonly version: number
  readonly other: number
}

function Sides({ before, after, version, other }: SidesProps) {
  const parts = useMemo(() => wordDiff(before, after), [before, after])
  return (
    <>
      {before === after && <p className="quiet">Both texts are the same.</p>}
      <div className={classes.pair}>
        <Side label={`Text of version ${version}`} parts={parts} without="new" />
        <Side label={`Text of version ${other}`} parts={parts} without="gone" />
      </div>
    </>
  )
}

interface SideProps {
  readonly label: string
  readonly parts: readonly Part[]
  readonly without: 'gone' | 'new'
}

const Side = ({ label, parts, without }: SideProps) => (
  // It can be focused, so that the keyboard scrolls a long text.
  <Box
    component="section"
    className={`sunken preserved ${classes.text}`}
    aria-label={label}
    tabIndex={0}
    dir="auto"
  >
    {parts.map(({ kind, text }, at) => {
      const key = `${at} ${kind}`
      if (kind === without) return null
      if (kind === 'same') return <span key={key}>{text}</span>
      return kind === 'gone' ? <del key={key}>{text}</del> : <ins key={key}>{text}</ins>
    })}
  </Box>
)
