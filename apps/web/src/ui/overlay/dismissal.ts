import { type RefObject, useEffect } from 'react'
import { keepFocus } from './focus.ts'

/** How a popup was dismissed: the focus goes back to its field by `escape`, and by `outside` where it would be lost. */
export type Dismissal = 'escape' | 'focus' | 'outside'

/**
 * Dismisses the popup of a field on Escape, when the focus leaves the field and its popup, and on a press outside of both.
 * `field` holds the popup. Answers how to stop watching.
 */
export function watchDismissal(
  field: Pick<HTMLElement, 'contains' | 'addEventListener'>,
  page: Pick<Document, 'addEventListener'>,
  dismiss: (by: Dismissal) => void,
): () => void {
  const watched = new AbortController()
  const isInside = (target: EventTarget | null) => field.contains(target as Node | null) // safe: targets of a page are nodes
  field.addEventListener(
    'keydown',
    event => {
      if (event.key !== 'Escape') return
      // The dialog around the field stays open.
      event.preventDefault()
      event.stopPropagation()
      dismiss('escape')
    },
    { signal: watched.signal },
  )
  field.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      // Without a target the window lost the focus, or the focused element went away.
      if (relatedTarget !== null && !isInside(relatedTarget)) dismiss('focus')
    },
    { signal: watched.signal },
  )
  page.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (!isInside(target)) dismiss('outside')
    },
    { signal: watched.signal, capture: true },
  )
  return () => watched.abort()
}

/** Watches an open popup. `opener`: the button of the field, which gets the focus back. */
export function useDismissal(
  isOpen: boolean,
  field: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  useEffect(() => {
    if (!isOpen || !field.current) return undefined
    return watchDismissal(field.current, document, by => {
      close()
      if (by === 'escape') opener.current?.focus()
      if (by === 'outside') keepFocus(opener.current)
    })
    // `close` sets a state: any version of it does.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpen, field, opener])
}
