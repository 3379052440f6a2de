import type { Skill } from '@atrium/contracts'
import { Button, Group, Loader, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Part } from '../ui/page/part.tsx'
import { findObstacle } from '../ui/writing/build-prompt.ts'
import { Failure } from '../ui/writing/failure.tsx'
import { useQuestion } from '../ui/writing/use-question.ts'
import { toPin, trialPrompt } from './skill-words.ts'
import classes from './skills.module.css'

/** Tries the saved skill on a text. Nothing is stored. */
export function TrySkill({ skill: { id, kind, version } }: { skill: Skill }) {
  const [text, setText] = useState('')
  const [obstacle, setObstacle] = useState<string>()
  const { outcome, isSlow, ask, stop } = useQuestion()
  const start = () => {
    const problem = findObstacle(text)
    setObstacle(problem)
    if (problem === undefined) ask({ prompt: trialPrompt(kind), text, skill: toPin(id, version) })
  }
  return (
    <Part id="skill-trial" title="Try it on a text">
      <form
        className="plain-group fields"
        style={{ maxWidth: 760 }}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          start()
        }}
      >
        <Textarea
          aria-label="Text to try it on"
          placeholder="A mail, a post, a comment"
          autosize
          minRows={3}
          maxRows={12}
          maxLength={20_000}
          dir="auto"
          value={text}
          error={obstacle}
          onChange={({ currentTarget: { value } }) => {
            setText(value)
            setObstacle(undefined)
          }}
        />
        <Group gap="8px 12px">
          {outcome?.kind === 'waiting' ? (
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button type="submit" variant="default">
              Try version {version}
            </Button>
          )}
          <span className="quiet">
            This does not save or change anything. You only see the result.
          </span>
        </Group>
      </form>
      <div role="status" className={`stack ${classes.answer}`}>
        {outcome?.kind === 'waiting' && (
          <p className="flush line">
            <Loader size={16} aria-hidden />
            {isSlow ? 'The AI is taking longer than usual.' : 'The AI is writing …'}
          </p>
        )}
        {outcome?.kind === 'answer' && (
          <>
            <p className={`sunken preserved flush ${classes.text}`} dir="auto">
              {outcome.text}
            </p>
            {outcome.cost !== null && <p className="quiet">{outcome.cost}</p>}
          </>
        )}
      </div>
      {outcome?.kind === 'failed' && <Failure outcome={outcome} onAgain={start} onClose={stop} />}
    </Part>
  )
}
