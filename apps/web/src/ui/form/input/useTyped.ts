import { type FocusEvent, type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useText } from '../../../platform/texts.tsx'
import { LeftHere } from './uncommitted.ts'

/**
 * What is typed in a search list. Enter takes the marked option, the first while something is typed, be it once the hits for
 * that text are there; it never sends the form. What is left in the field is taken if `take` knows it, else the field says that
 * it was not, and has it again for whoever comes back; until it is taken or taken away the form stays (`data-left`).
 */
export function useTyped({
  label,
  take,
  isFirst = () => true,
  onSearch,
}: {
  /** The name of what is chosen, which is nothing that was typed. */
  label?: string | undefined
  take: (text: string) => boolean
  /** Whether the first option is one for this text: hits of the text before may still stand there. */
  isFirst?: (text: string) => boolean
  /** Asks for what the server knows besides. */
  onSearch?: ((text: string) => void) | undefined
}) {
  const t = useText()
  const [text, write] = useState(label ?? '')
  const type = (next: string) => {
    write(next)
    // The name of what is chosen stands in the field; it is nothing that was typed.
    onSearch?.(next === label ? '' : next)
  }
  const [left, leave] = useState<string>()
  const [marks, mark] = useState(false)
  const typed = text === label ? '' : text.trim()
  const isTyped = typed !== ''
  const isMarked = isTyped && isFirst(typed)
  const isLeft = left !== undefined
  const hold = useContext(LeftHere)
  useEffect(() => (isLeft ? hold() : undefined), [isLeft, hold])
  // The list that typing opens is drawn a moment later: only then can its first option be marked. It is asked for once a text:
  // else the next keystroke would mark the first of the hits before.
  const markedFor = isMarked ? typed : ''
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (markedFor !== '') flushSync(() => mark(true))
      mark(false)
    })
    return () => cancelAnimationFrame(frame)
  }, [markedFor])
  // Enter came before the hits.
  const asked = useRef<{ readonly text: string; readonly field: HTMLInputElement }>(undefined)
  useEffect(() => {
    const { text: before, field } = asked.current ?? {}
    if (!field || (before === typed && !isMarked)) return
    asked.current = undefined
    if (before === typed) takeOnceDrawn(field, typed)
  }, [typed, isMarked])
  const enter = (field: HTMLInputElement) => {
    // Unlike `aria-expanded` it says so before the list is drawn, too.
    const isOpen = field.dataset['expanded'] !== undefined
    if (isOpen && !isMarked) asked.current = { text: typed, field }
    else if (isOpen && !listOf(field)) takeOnceDrawn(field, typed)
    else if (!isOpen || !takesMarked(field)) {
      const isTaken = take(typed)
      if (isTaken) type('')
      leave(isTaken ? undefined : typed)
    }
  }
  return {
    text,
    typed,
    type,
    /** Something was chosen: nothing is left. */
    settle: () => leave(undefined),
    error: left === undefined ? undefined : t('multi.left', { text: left }),
    list: {
      selectFirstOptionOnChange: marks,
      // The list would lie over what the field says.
      openOnFocus: !isLeft,
      wrapperProps: {
        'data-left': isLeft || undefined,
        // Before the list hears of it: it counts what is marked by itself, and may be behind.
        onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
          const field = event.target
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(field instanceof HTMLInputElement)) return
          event.preventDefault()
          asked.current = undefined
          if (!isTyped) return
          event.stopPropagation()
          enter(field)
        },
      },
      onFocus: () => {
        if (left !== undefined) type(left)
      },
      onBlur: (_event: FocusEvent<HTMLInputElement>) => {
        asked.current = undefined
        leave(isTyped && !take(typed) ? typed : undefined)
      },
    },
  }
}

const listOf = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-controls') ?? '')
const firstOf = (field: HTMLElement) =>
  listOf(field)?.querySelector<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])')

/** Takes the first option for this text, as long as it stands there and one is there; a list is open some frames before it is drawn. */
function takeOnceDrawn(field: HTMLInputElement, text: string, frames = 60): void {
  if (document.activeElement !== field || field.value.trim() !== text) return
  if (listOf(field)) firstOf(field)?.click()
  else if (frames > 0) requestAnimationFrame(() => takeOnceDrawn(field, text, frames - 1))
}

/** Takes the marked option, the first where Enter came before one was marked. Answers whether there is one. */
function takesMarked(field: HTMLElement): boolean {
  const one = listOf(field)?.querySelector<HTMLElement>('[data-combobox-selected]') ?? firstOf(field)
  one?.click()
  return one !== null && one !== undefined
}

/** The option that is called just so, or found by just these words. */
export const calledSo = <O extends { readonly label: string; readonly words?: string; readonly disabled?: boolean }>(
  options: readonly O[],
  text: string,
) =>
  options.find(
    option => !option.disabled && [option.label, option.words].some(label => label?.trim().toLowerCase() === text.toLowerCase()),
  )
