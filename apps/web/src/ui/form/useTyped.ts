import { type FocusEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { useText } from '../../platform/texts.tsx'

/**
 * What is typed in a search list. Enter takes the marked option, the first while something is typed, and never sends the form
 * then, nor while the list is open. What is left in the field is taken if `take` knows it, else the field says that it was not,
 * and the form stays (`data-left`) until somebody was there again.
 */
export function useTyped({
  said,
  take,
  isFirst = () => true,
}: {
  /** The name of what is chosen, which is nothing that was typed. */
  said?: string | undefined
  take: (text: string) => boolean
  /** Whether the first option is one for this text: hits of the text before may still stand there. */
  isFirst?: (text: string) => boolean
}) {
  const t = useText()
  const [text, type] = useState('')
  const [left, leave] = useState<string>()
  const [marks, mark] = useState(false)
  const typed = text === said ? '' : text.trim()
  const isTyped = typed !== ''
  const isMarked = isTyped && isFirst(typed)
  // The list that typing opens is drawn a moment later: only then can its first option be marked.
  useEffect(() => {
    const frame = requestAnimationFrame(() => mark(isMarked))
    return () => cancelAnimationFrame(frame)
  }, [isMarked])
  return {
    text,
    typed,
    type,
    /** Something was chosen: nothing is left. */
    settle: () => leave(undefined),
    error: left === undefined ? undefined : t('multi.left', { text: left }),
    list: {
      selectFirstOptionOnChange: marks,
      wrapperProps: { 'data-left': left === undefined ? undefined : true },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true'
        if (isOpen || isTyped) event.preventDefault()
        if (!isTyped) return
        if (!isOpen) {
          if (take(typed)) type('')
        } else if (isMarked) takeFirst(event.currentTarget)
      },
      onBlur: (_event: FocusEvent<HTMLInputElement>) => leave(isTyped && !take(typed) ? typed : undefined),
    },
  }
}

/** Enter may come before the first option is marked. */
function takeFirst(field: HTMLElement) {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  if (list?.querySelector('[data-combobox-selected]')) return
  list?.querySelector<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])')?.click()
}

/** The option that is called just so. */
export const calledSo = <O extends { readonly label: string; readonly disabled?: boolean }>(
  options: readonly O[],
  text: string,
) => options.find(one => !one.disabled && one.label.trim().toLowerCase() === text.toLowerCase())

/** Whether something that was typed in a list of this form was not taken. */
export const isLeft = (form: HTMLElement | null): boolean => form?.querySelector('[data-left]') != null
