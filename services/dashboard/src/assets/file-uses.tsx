import type { AssetUse } from '@atrium/contracts'
import { Link } from '@tanstack/react-router'
import { parseHref } from '../ui/text/parse-href.ts'

const labels: Readonly<Record<AssetUse['type'], string>> = {
  card: 'Card',
  post: 'Post',
  template: 'Template',
  template_instance: 'Site content',
  site: 'Site',
}

const hrefs: Readonly<Partial<Record<AssetUse['type'], (id: string) => string>>> = {
  card: (id) => `/board?card=${encodeURIComponent(id)}`,
  post: (id) => `/posts/${encodeURIComponent(id)}`,
  site: (id) => `/sites/${encodeURIComponent(id)}`,
}

const isType = (type: string): type is AssetUse['type'] => Object.hasOwn(labels, type)

/**
 * Returns where a file is used, from the errors of its refused deletion. Each error has the path
 * `<type>.<id>` and the record's title.
 */
export const usesOfErrors = (
  errors: ReadonlyArray<{ path: string; message: string }>,
): AssetUse[] =>
  errors.flatMap(({ path, message }) => {
    const dot = path.indexOf('.')
    const type = path.slice(0, dot)
    return isType(type) ? [{ type, id: path.slice(dot + 1), title: message }] : []
  })

export const FileUses = ({ uses }: { uses: readonly AssetUse[] }) => (
  <ul className="plain-list stack" style={{ gap: 4, marginTop: 4 }}>
    {uses.map(({ type, id, title }) => {
      const href = hrefs[type]?.(id)
      const place = href === undefined ? undefined : parseHref(href)
      return (
        <li key={`${type} ${id}`} className="line" style={{ alignItems: 'stretch' }}>
          <span className="glyph">{labels[type]}</span>
          {place === undefined ? (
            <span dir="auto">{title}</span>
          ) : (
            <Link {...place} className="clamped" style={{ color: 'var(--accent)' }} dir="auto">
              {title}
            </Link>
          )}
        </li>
      )
    })}
  </ul>
)
