import {
  type ButtonHTMLAttributes,
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'

type Target = ReactElement<
  ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }
>

export interface LateMenuProps {
  readonly target: Target
  readonly opened: boolean
  readonly onChange: (opened: boolean) => void
}

interface Late {
  readonly target: Target
  /** Renders the lazy menu component. */
  readonly menu: (props: LateMenuProps) => ReactNode
}

/** A button with a lazy menu. The first click loads and opens the menu. */
export function LateMenu({ target, menu }: Late) {
  const [wanted, setWanted] = useState(false)
  const waiting = cloneElement(target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setWanted(true),
  })
  if (!wanted) return waiting
  return (
    <Suspense fallback={waiting}>
      <Opening target={target} menu={menu} />
    </Suspense>
  )
}

/**
 * Opens the menu from a focused button, because the focus must return there when the menu closes.
 */
function Opening({ target, menu }: Late) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    setOpened(true)
  }, [])
  return menu({ target: cloneElement(target, { ref: button }), opened, onChange: setOpened })
}
