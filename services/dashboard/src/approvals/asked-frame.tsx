import type { AskedApproval } from '@atrium/contracts'
import { type ReactNode, useEffect } from 'react'
import classes from './asked-frame.module.css'
import { askedWords } from './asked-words.ts'

type Organisation = AskedApproval['organisation']

const standardColor = '#1f5fbf'

/**
 * Returns the address of the logo. Undefined for every file that is not public on this platform: a
 * foreign server would learn about the visitor.
 */
function logoAddress(url: string | null): string | undefined {
  const [, path] = /(\/api\/assets\/org_[^/?#]+\/pub\/[^?#]+)/.exec(url ?? '') ?? []
  return path === undefined ? undefined : `${path}?w=480`
}

/** The organisation's colour, or the platform's. */
export const brandColor = (organisation: Organisation | undefined): string =>
  organisation?.brandColor ?? standardColor

interface AskedFrameProps {
  readonly title: string
  /** Undefined if the page may not name the organisation. */
  readonly organisation?: Organisation | undefined
  readonly language: Organisation['language']
  readonly lead?: ReactNode
  readonly children: ReactNode
}

/** Shows a page to somebody outside in the look of the organisation's public pages. */
export function AskedFrame({ title, organisation, language, lead, children }: AskedFrameProps) {
  const words = askedWords[language]
  const name = organisation?.name ?? 'Atrium'
  useEffect(() => {
    document.title = `${title} · ${name}`
    document.documentElement.lang = language
  }, [title, name, language])
  const logo = logoAddress(organisation?.logoUrl ?? null)
  return (
    <div className={classes.page} style={{ borderTopColor: brandColor(organisation) }}>
      {organisation !== undefined && (
        <header className={classes.org} dir="auto">
          {logo !== undefined && <img src={logo} alt="" />}
          <span>{organisation.name}</span>
        </header>
      )}
      <main className={classes.content}>
        <h1 className={classes.title}>{title}</h1>
        {lead !== undefined && <p className={`quiet ${classes.lead}`}>{lead}</p>}
        <div className={`raised ${classes.card}`}>{children}</div>
      </main>
      {organisation !== undefined && (
        <footer className={`quiet ${classes.foot}`}>
          {organisation.imprint !== '' && (
            <>
              <h2 className="strong">{words.imprint}</h2>
              <p className="preserved" dir="auto">
                {organisation.imprint}
              </p>
            </>
          )}
          {organisation.privacyUrl !== null && (
            <p>
              <a href={organisation.privacyUrl} className="link" rel="noopener noreferrer">
                {words.privacy}
              </a>
            </p>
          )}
        </footer>
      )}
    </div>
  )
}
