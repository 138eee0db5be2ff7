import { Button } from '@mantine/core'
import { type RefObject, useRef } from 'react'
import { useText } from '../../platform/texts.tsx'

/** Waits for the form to be drawn anew, and for the focus of its pressed button, ms. */
const AFTER_SAVE = 150

/** Focuses the first field of the next entry, but for a field in which the user types already. */
function focusFirstEntry(form: HTMLFormElement | null) {
  if (form?.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement) return
  form?.querySelector<HTMLInputElement>('[data-next] input')?.focus()
}

/** "Create another" beside the create button: which of both was pressed says what follows a save. */
export function useAnother(form: RefObject<HTMLFormElement | null>) {
  const t = useText()
  const isAnother = useRef(false)
  return {
    footer: (
      <Button type="submit" variant="default" onClick={() => (isAnother.current = true)}>
        {t('ui.createAnother')}
      </Button>
    ),
    /** Answers once per save; the next press decides anew. */
    takeAnother: () => {
      const was = isAnother.current
      isAnother.current = false
      if (was) setTimeout(() => focusFirstEntry(form.current), AFTER_SAVE)
      return was
    },
  }
}
