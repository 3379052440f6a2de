import { Button, Loader, TextInput } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Answer } from './answer.tsx'
import { buildPrompt, findObstacle, longestWish } from './build-prompt.ts'
import { Failure } from './failure.tsx'
import { keepsDialog, Step } from './keeps-dialog.tsx'
import type { Offer } from './offer.ts'
import { type ChosenSkill, SkillField } from './skill-field.tsx'
import { useQuestion } from './use-question.ts'
import classes from './writing.module.css'

interface SuggestionProps {
  readonly text: string
  readonly offer: Offer
  readonly onClose: () => void
}

export function Suggestion({ text, offer, onClose }: SuggestionProps) {
  const root = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [wish, setWish] = useState('')
  const [skill, setSkill] = useState<ChosenSkill>()
  const [asked, setAsked] = useState('')
  const [taken, setTaken] = useState<{ text: string; undo: () => void }>()
  const { outcome, isSlow, ask, stop } = useQuestion()
  const obstacle = findObstacle(text)
  const start = (material: string) => {
    if (obstacle !== undefined) return
    setTaken(undefined)
    setAsked(text)
    ask({
      prompt: buildPrompt(offer.want, wish),
      text: material,
      ...(skill === undefined ? {} : { skill: skill.id }),
    })
  }
  const state = taken !== undefined ? 'taken' : (outcome?.kind ?? 'open')
  useEffect(() => field.current?.focus(), [])
  // A step removes its own button, and the focus with the button.
  useEffect(() => {
    if (document.activeElement === document.body) (state === 'open' ? field : root).current?.focus()
  }, [state])
  const onKeyDown = (event: KeyboardEvent) => {
    // Control with Enter would send the post around this field.
    if (event.key === 'Enter') event.stopPropagation()
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <section
      ref={root}
      className={`column sunken ${classes.suggestion}`}
      aria-label={offer.label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      {...keepsDialog}
    >
      <h3 className="small-title" dir="auto">
        {offer.label}
      </h3>
      {state === 'open' && (
        <form
          className="stack"
          style={{ gap: 10 }}
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            start(text)
          }}
        >
          <TextInput
            ref={field}
            aria-label="Wish"
            placeholder="A wish, such as “friendlier” (optional)"
            maxLength={longestWish}
            dir="auto"
            value={wish}
            onChange={(event) => setWish(event.currentTarget.value)}
            {...keepsDialog}
          />
          <SkillField chosen={skill} onChoose={setSkill} />
          {obstacle !== undefined && <p className="fine figures">{obstacle}</p>}
          <div className="wrapped">
            <Step type="submit" variant="filled">
              Suggest
            </Step>
            <Step onClick={onClose}>Cancel</Step>
          </div>
        </form>
      )}
      <div role="status">
        {state === 'waiting' && (
          <p className="flush line">
            <Loader size={16} aria-hidden />
            {isSlow
              ? 'The AI is taking longer than usual. Continue writing, and the suggestion will appear here.'
              : 'The AI is writing …'}
          </p>
        )}
        {state === 'taken' && <p className="flush line">The suggestion is ready.</p>}
      </div>
      {state === 'waiting' && (
        <div className="wrapped">
          <Step onClick={stop}>Stop</Step>
        </div>
      )}
      {taken !== undefined && (
        <div className="wrapped">
          {offer.replaced === taken.text && (
            <Button
              size="compact-md"
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              onClick={() => {
                taken.undo()
                setTaken(undefined)
              }}
              {...keepsDialog}
            >
              Undo
            </Button>
          )}
          <Step onClick={onClose}>Close</Step>
        </div>
      )}
      {taken === undefined && outcome?.kind === 'failed' && (
        <Failure outcome={outcome} onAgain={() => start(text)} onClose={onClose} />
      )}
      {taken === undefined && outcome?.kind === 'answer' && (
        <Answer
          outcome={outcome}
          offer={offer}
          isOutdated={asked !== text}
          onTake={() => setTaken({ text: outcome.text, undo: offer.take(outcome.text) })}
          onAgain={() => start(text)}
          onFurther={() => start(outcome.text)}
          onClose={onClose}
        />
      )}
    </section>
  )
}
