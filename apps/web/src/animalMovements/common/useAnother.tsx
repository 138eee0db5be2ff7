import { Button } from '@mantine/core'
import { type RefObject, useRef } from 'react'
import { useText } from '../../platform/texts.tsx'

/** Waits for the form to be drawn anew, and for the focus of its pressed button, ms. */
const AFTER_SAVE = 150

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
      if (was) setTimeout(() => form.current?.querySelector<HTMLInputElement>('[data-next] input')?.focus(), AFTER_SAVE)
      return was
    },
  }
}
